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
    'This passkey is not valid here. Try another one, or sign in another way.',
    'Dieser Passkey gilt hier nicht. Versuche einen anderen oder melde dich anders an.',
    'مفتاح المرور هذا غير صالح هنا. جرّب غيره أو سجّل الدخول بطريقة أخرى.',
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
  newPasswordLink: [
    'And this one for a new password:',
    'Und dies einen für ein neues Passwort:',
    'ويطبع هذا رابطًا لكلمة مرور جديدة:',
  ],
  forgotten: ['Forgot your password?', 'Passwort vergessen?', 'نسيت كلمة المرور؟'],
  forgottenText: [
    'The operator of this server can print a link with which you choose a new one. It works once, within 24 hours.',
    'Wer diesen Server betreibt, kann einen Link ausgeben, mit dem du ein neues wählst. Er gilt einmal und 24 Stunden lang.',
    'يمكن لمن يدير هذا الخادم طباعة رابط تختار به كلمة مرور جديدة. يعمل مرة واحدة خلال 24 ساعة.',
  ],
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
  expiredTitle: ['Your session has ended', 'Deine Sitzung ist abgelaufen', 'انتهت جلستك'],
  expiredText: [
    'Sign in to continue. Nothing that you typed is lost.',
    'Melde dich an, um weiterzumachen. Nichts von deinen Eingaben geht verloren.',
    'سجّل الدخول للمتابعة. لن يضيع شيء مما كتبته.',
  ],
  expiredKeyText: [
    'Sign in to continue. With the same API key, nothing that you typed is lost.',
    'Melde dich an, um weiterzumachen. Mit demselben API-Schlüssel geht nichts von deinen Eingaben verloren.',
    'سجّل الدخول للمتابعة. بمفتاح API نفسه لن يضيع شيء مما كتبته.',
  ],
  notInvited: [
    'This account is not invited to a workspace here. Ask an owner for an invitation.',
    'Dieses Konto ist hier in keinen Arbeitsbereich eingeladen. Bitte um eine Einladung.',
    'هذا الحساب غير مدعو إلى أي مساحة عمل هنا. اطلب دعوة من أحد المالكين.',
  ],
  unverified: [
    'The other service has not confirmed your e-mail address. Confirm it there first.',
    'Der andere Dienst hat deine E-Mail-Adresse nicht bestätigt. Bestätige sie zuerst dort.',
    'لم تؤكد الخدمة الأخرى بريدك الإلكتروني. أكّده هناك أولًا.',
  ],
  tooLate: [
    'Signing in took too long, or began in another browser. Try again.',
    'Die Anmeldung hat zu lange gedauert oder in einem anderen Browser begonnen. Versuche es erneut.',
    'استغرق الدخول وقتًا طويلًا أو بدأ في متصفح آخر. أعد المحاولة.',
  ],
  tooMany: [
    'Too many sign-ins from your network. Wait a minute, then try again.',
    'Zu viele Anmeldungen aus deinem Netz. Warte eine Minute und versuche es dann erneut.',
    'محاولات دخول كثيرة من شبكتك. انتظر دقيقة ثم أعد المحاولة.',
  ],
  oidcFailed: [
    'Signing in with the other service failed. Try again.',
    'Die Anmeldung über den anderen Dienst ist fehlgeschlagen. Versuche es erneut.',
    'فشل الدخول عبر الخدمة الأخرى. أعد المحاولة.',
  ],
} satisfies Texts;
