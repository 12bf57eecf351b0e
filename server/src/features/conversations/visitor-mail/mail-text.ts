import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';

/** A mail with a person's messages, for a language tag like `pt-BR`, else in English. */
export function mailText(
  locale: string | null,
  { name, title, messages, link }: { name: string; title: string; messages: readonly string[]; link: string },
): { subject: string; text: string } {
  const { mail } = textsByLanguage[chooseLanguage([locale])];
  const subject = mail.subject.replace('{name}', () => name).replace('{title}', () => title);
  return { subject, text: `${messages.join('\n\n')}\n\n-- \n${mail.link}\n${link}\n${mail.once}\n` };
}
