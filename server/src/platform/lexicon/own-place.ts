import { hasNoTopic } from '../models/text/rate-units.ts';
import { foldWord, readWords } from '../models/text/words.ts';
import { kindOfQuestion } from './answer-kinds.ts';
import { detectLanguage, type Language } from './languages.ts';

/** How people ask those who answer for their place: `you` in its forms, and `they`, by forms that also mean others. */
const forms: Readonly<Partial<Record<Language, { address: string; you: string; they?: string }>>> = {
  en: { address: 'address', you: 'you' },
  de: { address: 'Adresse', you: 'ihr euch', they: 'sie' },
  fr: { address: 'adresse', you: 'vous' },
  es: { address: 'dirección', you: 'vosotros ustedes os estais sois', they: 'estan encuentran' },
  it: { address: 'indirizzo', you: 'voi vi siete trovate trovarvi' },
  pt: { address: 'endereço', you: 'voces vos', they: 'estao ficam encontram' },
  nl: { address: 'adres', you: 'jullie u je' },
  ru: { address: 'адрес', you: 'вы вас' },
  he: { address: 'כתובת', you: 'אתם אתן' },
  zh: { address: '地址', you: '你们 您' },
};

/**
 * The word for an address, in the language of a question that asks only for the place of those who answer, such as "Where
 * are you?": none of its words is about anything that a text may mention. Undefined for another question.
 */
export function nameOwnPlace(question: string, isFirst: boolean): string | undefined {
  if (question.length > 100 || kindOfQuestion(question) !== 'address' || !hasNoTopic(question)) return undefined;
  const form = forms[detectLanguage(question) ?? 'en'];
  if (form === undefined) return undefined;
  const asking = new Set([form.you, isFirst ? (form.they ?? '') : ''].join(' ').split(' '));
  return readWords(question).some((word) => asking.has(foldWord(word))) ? form.address : undefined;
}
