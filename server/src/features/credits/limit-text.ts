/** What a visitor reads when an interface answers no more today and its owner has written no text for that. */
const texts: Readonly<Record<string, string>> = {
  ar: 'لا مزيد من الإجابات اليوم. يُرجى العودة غدًا.',
  de: 'Heute gibt es keine Antworten mehr. Bitte kommen Sie morgen wieder.',
  en: 'No more answers today. Please come back tomorrow.',
  es: 'Hoy no hay más respuestas. Vuelva mañana, por favor.',
  fr: 'Plus de réponses aujourd’hui. Veuillez revenir demain.',
  he: 'אין תשובות נוספות היום. אפשר לחזור מחר.',
  ja: '本日の回答は終了しました。明日またお越しください。',
  pt: 'Não há mais respostas hoje. Volte amanhã, por favor.',
  zh: '今天的回答次数已用完，请明天再来。',
};

/** The text in the language of a tag like `pt-BR`, else in English. */
export function limitText(locale: string | null | undefined): string {
  const language = (locale ?? '').toLowerCase().split(/[-_]/)[0] ?? '';
  return (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? texts['en'] ?? '';
}
