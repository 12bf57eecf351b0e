import type { Texts } from '../text/texts.ts';
import { signInTexts } from './texts.ts';

/** The texts of links for setting up and joining, which most people open once. */
export const linkTexts = {
  signIn: signInTexts.signIn,
  usedTitle: ['This link no longer works', 'Dieser Link gilt nicht mehr', 'لم يعد هذا الرابط صالحًا'],
  usedSetupText: [
    'It was used already, or is older than 24 hours. If you have an account, sign in.',
    'Er wurde schon benutzt oder ist älter als 24 Stunden. Wenn du ein Konto hast, melde dich an.',
    'استُخدم من قبل أو مضى عليه أكثر من 24 ساعة. إذا كان لديك حساب فسجّل الدخول.',
  ],
  usedInvitationText: [
    'It was used already, withdrawn, or is older than 7 days. If you have joined, sign in. Otherwise, ask the person who invited you for a new link.',
    'Er wurde schon benutzt, zurückgezogen oder ist älter als 7 Tage. Wenn du beigetreten bist, melde dich an. Bitte sonst die Person, die dich eingeladen hat, um einen neuen Link.',
    'استُخدم من قبل أو سُحب أو مضى عليه أكثر من 7 أيام. إذا انضممت بالفعل فسجّل الدخول، وإلا فاطلب رابطًا جديدًا ممن دعاك.',
  ],
  newLink: [
    'On the server, this prints a new link for another owner:',
    'Auf dem Server gibt dies einen neuen Link für einen weiteren Inhaber aus:',
    'على الخادم، يطبع هذا الأمر رابطًا جديدًا لمالك آخر:',
  ],
  toConsole: ['Go to the console', 'Zur Konsole', 'الانتقال إلى لوحة التحكم'],
  newPasswordTitle: ['Choose a new password', 'Neues Passwort wählen', 'اختيار كلمة مرور جديدة'],
  newPasswordText: [
    'It will be the password of {email}. Your other sessions will end.',
    'Es gilt für {email}. Deine anderen Sitzungen werden beendet.',
    'ستكون كلمة مرور {email}. وستنتهي جلساتك الأخرى.',
  ],
  savePassword: ['Save password', 'Passwort speichern', 'حفظ كلمة المرور'],
  joinText: [
    'You join with your account, {email}.',
    'Du trittst mit deinem Konto {email} bei.',
    'ستنضم بحسابك {email}.',
  ],
  setupTitle: ['Set up Portico', 'Portico einrichten', 'إعداد Portico'],
  setupText: [
    'Create an account. It owns the workspace and can invite others.',
    'Lege ein Konto an. Ihm gehört der Arbeitsbereich, und es kann andere einladen.',
    'أنشئ حسابًا. سيملك مساحة العمل ويمكنه دعوة آخرين.',
  ],
  setup: ['Create account', 'Konto anlegen', 'إنشاء الحساب'],
  haveAccount: ['I already have an account', 'Ich habe schon ein Konto', 'لديّ حساب بالفعل'],
  invitationTitle: ['Join the workspace', 'Dem Arbeitsbereich beitreten', 'الانضمام إلى مساحة العمل'],
  invitationText: [
    'Choose how others see you, and a password.',
    'Wähle, wie andere dich sehen, und ein Passwort.',
    'اختر الاسم الذي يراه الآخرون وكلمة مرور.',
  ],
  join: ['Join', 'Beitreten', 'انضمام'],
  signInFirst: [
    'There is already an account for {email}. Sign in to it to join.',
    'Für {email} gibt es schon ein Konto. Melde dich damit an, um beizutreten.',
    'يوجد حساب للبريد {email}. سجّل الدخول به للانضمام.',
  ],
} satisfies Texts;
