import type { Texts } from '../../../text/texts.ts';

export const accountTexts = {
  profile: ['Profile', 'Profil', 'الملف الشخصي'],
  profileHelp: [
    'How your team and, with your first name, visitors see you.',
    'Wie dein Team dich sieht und, mit Vornamen, die Gäste.',
    'كيف يراك فريقك، وباسمك الأول الزوار.',
  ],
  name: ['Name', 'Name', 'الاسم'],
  email: ['E-mail', 'E-Mail', 'البريد الإلكتروني'],
  emailHelp: ['It can’t be changed.', 'Sie kann nicht geändert werden.', 'لا يمكن تغييره.'],
  avatar: ['Picture', 'Bild', 'الصورة'],
  avatarHelp: ['The address of an image.', 'Die Adresse eines Bildes.', 'عنوان صورة.'],
  password: ['Password', 'Passwort', 'كلمة المرور'],
  passwordHelp: [
    'A new one ends your sessions in other browsers.',
    'Ein neues beendet deine Sitzungen in anderen Browsern.',
    'كلمة جديدة تنهي جلساتك في المتصفحات الأخرى.',
  ],
  current: ['Current password', 'Jetziges Passwort', 'كلمة المرور الحالية'],
  currentHelp: [
    'Leave it empty if you have none yet.',
    'Leer lassen, wenn du noch keines hast.',
    'اتركها فارغة إن لم تكن لديك واحدة.',
  ],
  next: ['New password', 'Neues Passwort', 'كلمة المرور الجديدة'],
  nextHelp: ['At least 12 characters.', 'Mindestens 12 Zeichen.', '12 حرفًا على الأقل.'],
  change: ['Change password', 'Passwort ändern', 'تغيير كلمة المرور'],
  changed: ['Password changed', 'Passwort geändert', 'تم تغيير كلمة المرور'],
  sessions: ['Where you are signed in', 'Wo du angemeldet bist', 'أين سجّلت الدخول'],
  thisOne: ['This browser', 'Dieser Browser', 'هذا المتصفح'],
  lastSeen: ['Last used', 'Zuletzt benutzt', 'آخر استخدام'],
  unknown: ['Unknown browser', 'Unbekannter Browser', 'متصفح غير معروف'],
  end: ['Sign out there', 'Dort abmelden', 'إنهاء الجلسة'],
  byKey: [
    'You are signed in with the API key “{name}”. Invite yourself as a member to have an account of your own.',
    'Du bist mit dem API-Schlüssel „{name}“ angemeldet. Lade dich als Mitglied ein, um ein eigenes Konto zu haben.',
    'سجّلت الدخول بمفتاح API «{name}». ادعُ نفسك كعضو ليكون لك حساب خاص.',
  ],
} satisfies Texts;
