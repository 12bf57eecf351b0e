import type { Texts } from '../text/texts.ts';

export const signInTexts = {
  title: ['Sign in to Portico', 'Bei Portico anmelden', 'تسجيل الدخول إلى Portico'],
  email: ['E-mail', 'E-Mail', 'البريد الإلكتروني'],
  password: ['Password', 'Passwort', 'كلمة المرور'],
  name: ['Your name', 'Dein Name', 'اسمك'],
  key: ['API key', 'API-Schlüssel', 'مفتاح API'],
  signIn: ['Sign in', 'Anmelden', 'تسجيل الدخول'],
  withKey: ['Use an API key instead', 'Stattdessen einen API-Schlüssel verwenden', 'استخدم مفتاح API بدلًا من ذلك'],
  withPassword: ['Use e-mail and password', 'E-Mail und Passwort verwenden', 'استخدم البريد وكلمة المرور'],
  keyHelp: [
    'A key with every scope, like the admin key that the first start printed.',
    'Ein Schlüssel mit allen Rechten, etwa der Admin-Schlüssel vom ersten Start.',
    'مفتاح بكل الصلاحيات، مثل مفتاح المسؤول الذي طُبع عند أول تشغيل.',
  ],
  withOidc: ['Continue with {name}', 'Weiter mit {name}', 'المتابعة عبر {name}'],
  withPasskey: ['Sign in with a passkey', 'Mit Passkey anmelden', 'الدخول بمفتاح مرور'],
  passkeyFailed: [
    'No passkey was used. Try again, or sign in another way.',
    'Es wurde kein Passkey verwendet. Versuche es erneut oder melde dich anders an.',
    'لم يُستخدم أي مفتاح مرور. أعد المحاولة أو سجّل الدخول بطريقة أخرى.',
  ],
  or: ['or', 'oder', 'أو'],
  wrong: [
    'The e-mail address or the password is wrong.',
    'E-Mail-Adresse oder Passwort stimmen nicht.',
    'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  ],
  wrongKey: ['This key is not valid.', 'Dieser Schlüssel ist nicht gültig.', 'هذا المفتاح غير صالح.'],
  weakKey: [
    'Only a key with every scope can sign in.',
    'Nur ein Schlüssel mit allen Rechten kann sich anmelden.',
    'لا يمكن الدخول إلا بمفتاح يملك كل الصلاحيات.',
  ],
  locked: [
    'Too many attempts. Wait {minutes} min, or use another way to sign in.',
    'Zu viele Versuche. Warte {minutes} Min. oder melde dich anders an.',
    'محاولات كثيرة. انتظر {minutes} د، أو استخدم طريقة أخرى.',
  ],
  usedLink: [
    'This link was used already, or is too old. Ask for a new one.',
    'Dieser Link wurde schon benutzt oder ist zu alt. Lass dir einen neuen geben.',
    'استُخدم هذا الرابط من قبل أو انتهت صلاحيته. اطلب رابطًا جديدًا.',
  ],
  usedSetup: [
    'This link was used already, or is too old. “npm run portico -- console link” on the server prints a new one.',
    'Dieser Link wurde schon benutzt oder ist zu alt. „npm run portico -- console link“ auf dem Server gibt einen neuen aus.',
    'استُخدم هذا الرابط أو انتهت صلاحيته. الأمر “npm run portico -- console link” على الخادم يطبع رابطًا جديدًا.',
  ],
  setupTitle: ['Set up Portico', 'Portico einrichten', 'إعداد Portico'],
  setupText: [
    'Create the first account. It owns the workspace and can invite others.',
    'Lege das erste Konto an. Ihm gehört der Arbeitsbereich, und es kann andere einladen.',
    'أنشئ الحساب الأول. سيملك مساحة العمل ويمكنه دعوة آخرين.',
  ],
  setup: ['Create account', 'Konto anlegen', 'إنشاء الحساب'],
  setupNeeded: [
    'Nobody can sign in yet. Open the setup link that the server printed when it started, or print a new one with “npm run portico -- console link”.',
    'Noch kann sich niemand anmelden. Öffne den Link, den der Server beim Start ausgegeben hat, oder lass dir mit „npm run portico -- console link“ einen neuen geben.',
    'لا يمكن لأحد الدخول بعد. افتح رابط الإعداد الذي طبعه الخادم عند بدئه، أو اطبع رابطًا جديدًا بالأمر “npm run portico -- console link”.',
  ],
  passwordHelp: [
    'At least 12 characters. A sentence is easier to remember than symbols.',
    'Mindestens 12 Zeichen. Ein Satz ist leichter zu merken als Sonderzeichen.',
    '12 حرفًا على الأقل. الجملة أسهل تذكّرًا من الرموز.',
  ],
  haveAccount: ['I already have an account', 'Ich habe schon ein Konto', 'لديّ حساب بالفعل'],
  invitationTitle: ['Join the workspace', 'Dem Arbeitsbereich beitreten', 'الانضمام إلى مساحة العمل'],
  invitationText: [
    'Choose how others see you, and a password.',
    'Wähle, wie andere dich sehen, und ein Passwort.',
    'اختر الاسم الذي يراه الآخرون وكلمة مرور.',
  ],
  join: ['Join', 'Beitreten', 'انضمام'],
  signInFirst: [
    'You already have an account. Sign in first, then open the invitation again.',
    'Du hast schon ein Konto. Melde dich zuerst damit an und öffne dann die Einladung erneut.',
    'لديك حساب بالفعل. سجّل الدخول به أولًا ثم افتح الدعوة مجددًا.',
  ],
  expiredTitle: ['Your session has ended', 'Deine Sitzung ist abgelaufen', 'انتهت جلستك'],
  expiredText: [
    'Sign in to continue. Nothing that you typed is lost.',
    'Melde dich an, um weiterzumachen. Nichts von deinen Eingaben geht verloren.',
    'سجّل الدخول للمتابعة. لن يضيع شيء مما كتبته.',
  ],
  notInvited: [
    'This account is not invited to a workspace here. Ask an owner for an invitation.',
    'Dieses Konto ist hier in keinen Arbeitsbereich eingeladen. Bitte um eine Einladung.',
    'هذا الحساب غير مدعو إلى أي مساحة عمل هنا. اطلب دعوة من أحد المالكين.',
  ],
  oidcFailed: [
    'Signing in with the other service failed ({code}). Try again.',
    'Die Anmeldung über den anderen Dienst ist fehlgeschlagen ({code}). Versuche es erneut.',
    'فشل الدخول عبر الخدمة الأخرى ({code}). أعد المحاولة.',
  ],
} satisfies Texts;
