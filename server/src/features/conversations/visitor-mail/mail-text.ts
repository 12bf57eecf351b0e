import { byLanguage } from '../../../platform/by-language.ts';

interface Texts {
  /** `{name}` of `{title}`. */
  readonly subject: string;
  readonly link: string;
  readonly once: string;
}

const texts: Readonly<Record<string, Texts>> = {
  ar: { subject: '{name} من {title} رد عليك', link: 'تابع المحادثة:', once: 'يعمل الرابط مرة واحدة، خلال سبعة أيام.' },
  de: {
    subject: '{name} von {title} hat Ihnen geantwortet',
    link: 'Gespräch fortsetzen:',
    once: 'Der Link gilt einmal und sieben Tage lang.',
  },
  en: {
    subject: '{name} from {title} has answered you',
    link: 'Continue the conversation:',
    once: 'The link works once, within seven days.',
  },
  es: {
    subject: '{name} de {title} le ha respondido',
    link: 'Continuar la conversación:',
    once: 'El enlace sirve una sola vez, durante siete días.',
  },
  fr: {
    subject: '{name} de {title} vous a répondu',
    link: 'Poursuivre la conversation :',
    once: 'Le lien fonctionne une fois, pendant sept jours.',
  },
  he: { subject: '{name} מ-{title} ענה לך', link: 'להמשך השיחה:', once: 'הקישור פועל פעם אחת, במשך שבעה ימים.' },
  ja: {
    subject: '{title}の{name}から返信があります',
    link: '会話を続ける：',
    once: 'リンクは7日以内に一度だけ使えます。',
  },
  pt: {
    subject: '{name} de {title} respondeu a você',
    link: 'Continuar a conversa:',
    once: 'O link funciona uma vez, durante sete dias.',
  },
  zh: { subject: '{title} 的 {name} 回复了您', link: '继续对话：', once: '此链接七天内有效，只能使用一次。' },
};

/** A mail with a person's messages, for a language tag like `pt-BR`, else in English. */
export function mailText(
  locale: string | null,
  { name, title, messages, link }: { name: string; title: string; messages: readonly string[]; link: string },
): { subject: string; text: string } {
  const chosen = byLanguage(texts, locale) ?? texts['en'];
  if (chosen === undefined) throw new Error('there are English texts');
  const subject = chosen.subject.replace('{name}', () => name).replace('{title}', () => title);
  return { subject, text: `${messages.join('\n\n')}\n\n-- \n${chosen.link}\n${link}\n${chosen.once}\n` };
}
