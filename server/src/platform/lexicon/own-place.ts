import { isStopWord } from '../models/text/stop-words.ts';
import { foldWord, readWords, splitWords } from '../models/text/words.ts';
import { respell } from '../respell.ts';
import { hasKind } from './answer-forms.ts';
import { isOwnPlace, isPartOfDay, kindOfQuestion, kindOfWord, listAskingWords } from './answer-kinds.ts';
import { areOwnHours } from './are-own-hours.ts';
import { detectLanguage, type Language } from './languages.ts';
import { besides, others, strangers } from './other-places.ts';
import { emailQuestions, phoneQuestions } from './own-contact.ts';
import { hoursQuestions } from './own-hours.ts';
import { paymentQuestions, ratePayment } from './own-payment.ts';
import { addressWords, contactQuestions, placeQuestions } from './own-place-questions.ts';
import type { OwnQuestion } from './own-question.ts';

/** What people ask of those who answer, with a question in which no word is about anything that a text may mention. */
export type OwnMatter = 'address' | 'contact' | 'phone' | 'email' | 'hours' | 'payment';

/** A question for the address, or a way to reach, those who answer. */
export interface AskedOwn {
  readonly matter: OwnMatter;
  /** The word for it, in the language of the question, or the question itself. */
  readonly word: string;
  /** The question says the word, so that a text that names its address answers it without the form of a street. */
  readonly isNamed: boolean;
  /** What else to search if nothing has the word. */
  readonly spare?: string;
  /** What to search before that. */
  readonly noun?: string;
}

const ofAnother =
  /(?<!\p{L})(?:my|other|another|next|second|mein\p{L}*|ander\p{L}*|mon|ma|autres?|mi|otr[oa]s?|mio|mia|altr[oi]|altra|meu|minha|outr[oa]s?|mijn|andere?|min|mitt|andra|andre|minun|toinen|másik|cealalt\p{L}*|мой|моя|друг\p{L}*|mój|moja|inn[ya]\p{L}*|benim|diğer)(?!\p{L})/iu;

/** "Where is the shop?": whether a question asks only where the place of those who answer is. */
function asksForOwnPlace(asked: string, language: Language): boolean {
  if (kindOfQuestion(asked) !== 'address') return false;
  const asking = new Set(listAskingWords(asked));
  const topics = splitWords(asked).filter((word) => !asking.has(word) && !isStopWord(word, language));
  // "The business school" is a place in one, and neither "my shop" nor "the other shop" is theirs.
  return topics.length === 1 && topics.every((word) => isOwnPlace(word)) && !ofAnother.test(asked);
}

/** What is before the question: "Hi, " or "你好，". */
const greeting = /^[^,!،，]*[,!،，]\s*(?=\p{L})/u;

/**
 * What a question asks of those who answer if it asks for nothing else, such as "Where are you?" or "How can I reach
 * you?". Undefined for another question, such as "Where are you from?".
 */
export function readOwn(question: string, isFirst: boolean): AskedOwn | undefined {
  if (question.length > 100) return undefined;
  const asked = readWords(question)
    .map((word) => respell(foldWord(word)))
    .join(' ');
  const find = (list: readonly OwnQuestion[], matter: OwnMatter): AskedOwn | undefined => {
    const found = list.find(
      ({ you, they, named }) =>
        you?.test(asked) === true || named?.test(asked) === true || (isFirst && they?.test(asked) === true),
    );
    if (found === undefined) return undefined;
    const own = question.replace(greeting, '');
    const isNamed = found.named?.test(asked) === true;
    // Texts name addresses and numbers by their word, but the hours also as the question does.
    return {
      matter,
      word: found.word || own,
      isNamed,
      ...(found.noun === undefined ? {} : { noun: found.noun }),
      ...((matter === 'hours' || matter === 'payment') && found.word ? { spare: own } : {}),
    };
  };
  const language = detectLanguage(question);
  const ofPlace = language === undefined ? undefined : addressWords[language];
  if (language !== undefined && ofPlace !== undefined && asksForOwnPlace(question, language))
    return { matter: 'address', word: ofPlace, isNamed: true, spare: question };
  return (
    find(placeQuestions, 'address') ??
    find(contactQuestions, 'contact') ??
    find(phoneQuestions, 'phone') ??
    find(emailQuestions, 'email') ??
    find(hoursQuestions, 'hours') ??
    find(paymentQuestions, 'payment')
  );
}

/**
 * Whether a question, with those that it depends on, is only about days and opening, such as "Open on Sundays?": then it
 * asks for the hours of those who answer, and not for those of a partner.
 */
export function asksOnlyForHours(question: string, language: Language | undefined): boolean {
  const topics = listTopics(question, language);
  return topics.some((word) => kindOfWord(word) === 'hours') && topics.every(isOfHours);
}

/** Whether a question has a word about something else than days, opening and the place. */
export function hasOtherTopic(question: string, language: Language | undefined): boolean {
  return !listTopics(question, language).every(isOfHours);
}

function listTopics(question: string, language: Language | undefined): string[] {
  const asked = question.slice(0, 300);
  const asking = new Set(listAskingWords(asked));
  return splitWords(asked).filter((word) => !asking.has(word) && !isStopWord(word, language));
}

function isOfHours(word: string): boolean {
  return kindOfWord(word) === 'hours' || isPartOfDay(word) || isOwnPlace(word);
}

/** Words by which a number may be that of somebody whom the text names: "its phone number", "You can reach Brooks at". */
const named =
  /\b(?:its|his|her|seine|sa|son) (?:\p{L}+[- ])?(?:phone|telephone|number|e-?mail|telefo\p{L}*|nummer|numéro|téléphone|mailadresse|adresse)|\b(?:reach|erreichen Sie|joindre) (?!Us\b|Uns|(?:Mo|Di|Mi|Do|Fr|Sa|So|\p{L}+tags?)\b)\p{Lu}/u;
/** An address in an example, or that something comes from. */
const mentioned =
  /\b(?:comes? from|stammt|for example|for instance|such as|as in|e\.g\.|zum beispiel|z\. ?b\.|par exemple|p\. ?ex\.|por ejemplo|per esempio|por exemplo|bijvoorbeeld)(?!\p{L})[^.]{0,30}\d/iu;
/** Addresses of mailboxes, pages and computers. */
const electronic = /mail|courriel|correo|@|\b(?:IP|MAC|URL)\b|\bweb|https?:|בדוא|بريد/iu;
/** "Address: Unit 7, Dockside", also as the heading, but not "Your address can be changed 3 times". */
const namedAddress =
  /(?:[Aa]ddress|ADDRESS|[Aa]dresse?|ADRESSE?|[Aa]nschrift|ANSCHRIFT|[Dd]irección|[Ii]ndirizzo|[Ee]ndereço|[Mm]orada|[Аа]дрес|[Aa]dressen?|[Oo]soite|[Cc]ím(?:ünk)?|[Aa]dresa|Διεύθυνση|地址|住所|所在地|주소|عنوان|כתובת|[Aa]dresi(?:miz)?)(?:[^\n.:：\d]{0,30}[:：]|[ \t]*\n|[^\n.:\d]{0,20}\s(?:is|ist|lautet|est|es|è|é|היא|הוא)\s(?=(?:at\s)?[\p{Lu}\p{Lo}\d])|是)[^\n]{0,80}\d/u;
/** A form, or an invitation, to write to those who answer. */
const contactForm =
  /contact (?:form|us|page)|kontakt(?:formular|seite|ieren sie uns)|formul[aá]\p{L}* (?:de |di )?conta[ct]|conta(?:ct|c?t)(?:ez|a|e|i)-?(?:nous|nos|ci)|modulo di contatto|contactformulier|форм\p{L} обратной связи|نموذج (?:الاتصال|التواصل)|טופס (?:יצירת )?קשר|iletişim formu|formularz\p{L}* kontaktow/iu;

/** How well a text answers: `doubtful` if it may be about something else of those who answer, such as their car park. */
export type OwnRating = 'answer' | 'doubtful' | undefined;

/** Whether a text, of a heading, a line feed and a sentence, answers the question, and is not about somebody else. */
export function rateOwn({ matter, isNamed }: AskedOwn, text: string): OwnRating {
  if (matter === 'hours') return areOwnHours(text) ? 'answer' : 'doubtful';
  if (strangers.test(text)) return undefined;
  if (matter === 'payment') return ratePayment(text);
  if (matter !== 'address') {
    const isForm = contactForm.test(text);
    if (matter === 'contact' && isForm) return 'answer';
    if (!isForm && !hasKind('contact', text)) return undefined;
    // Another way to reach them is better than none.
    const isOther = !hasKind(matter, text) || others.test(text) || besides.test(text) || named.test(text);
    return isOther ? 'doubtful' : 'answer';
  }
  if (others.test(text) || mentioned.test(text)) return undefined;
  if (!hasKind('address', text) && (!isNamed || electronic.test(text) || !namedAddress.test(text))) return undefined;
  return besides.test(text) ? 'doubtful' : 'answer';
}
