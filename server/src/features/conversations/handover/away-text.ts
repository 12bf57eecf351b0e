/** What a visitor reads when nobody came, and the owner has written no text for that. */
const texts: Readonly<Record<string, string>> = {
  ar: 'لا أحد متاح الآن. اترك بريدك الإلكتروني وسنرد عليك.',
  de: 'Gerade ist niemand da. Hinterlassen Sie Ihre E-Mail-Adresse, dann melden wir uns.',
  en: 'Nobody is here right now. Leave your e-mail address, and we will get back to you.',
  es: 'Ahora mismo no hay nadie. Déjenos su correo electrónico y le responderemos.',
  fr: 'Personne n’est disponible pour le moment. Laissez votre adresse e-mail, nous vous répondrons.',
  he: 'אין כרגע אף אחד זמין. אפשר להשאיר כתובת דוא״ל ונחזור אליך.',
  ja: '現在、担当者が不在です。メールアドレスをお知らせいただければ、折り返しご連絡します。',
  pt: 'No momento não há ninguém disponível. Deixe seu e-mail e entraremos em contato.',
  zh: '目前没有人在线。请留下您的邮箱地址，我们会尽快回复您。',
};

/** The text in the language of a tag like `pt-BR`, else in English. */
export function awayText(locale: string | null): string {
  const language = (locale ?? '').toLowerCase().split(/[-_]/u)[0] ?? '';
  return (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? texts['en'] ?? '';
}
