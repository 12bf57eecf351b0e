import { isStopWord } from '../models/text/stop-words.ts';
import { foldWord, readWords, splitWords } from '../models/text/words.ts';
import { respell } from '../respell.ts';
import { hasKind } from './answer-forms.ts';
import { isOwnPlace, isPartOfDay, kindOfWord, listAskingWords } from './answer-kinds.ts';
import { areOwnHours } from './are-own-hours.ts';
import type { Language } from './languages.ts';
import { besides, others, strangers } from './other-places.ts';
import { emailQuestions, phoneQuestions } from './own-contact.ts';
import { hoursQuestions } from './own-hours.ts';
import { type OwnQuestion, phrase } from './own-question.ts';

/** What people ask of those who answer, with a question in which no word is about anything that a text may mention. */
export type OwnMatter = 'address' | 'contact' | 'phone' | 'email' | 'hours';

/** "Wo kann ich euch denn finden?" */
const germanEnding = '(?: denn| genau| eigentlich| finden| zu finden)*';

const places: readonly OwnQuestion[] = [
  {
    word: 'address',
    you: phrase(
      'where (?:exactly )?(?:are you(?: guys)?(?: at| based| located| situated)?|(?:can|do) (?:i|we|one) find you)(?: exactly)?',
    ),
    named: phrase("what(?: is|s|'s) your (?:exact |full |street |postal )?address"),
  },
  {
    word: 'Adresse',
    you: phrase(
      'wo (?:genau )?(?:(?:seid|liegt) ihr|(?:findet man|(?:finde|kann) ich|(?:finden|konnen) wir) euch)',
      germanEnding,
    ),
    they: phrase(
      'wo (?:genau )?(?:(?:sind|liegen)|findet man|(?:finde|kann) ich|(?:finden|konnen) wir) sie',
      germanEnding,
    ),
    named: phrase('(?:wie (?:ist|lautet)|was ist) (?:eure|ihre|deine) (?:genaue )?(?:adresse|anschrift)'),
  },
  {
    word: 'adresse',
    you: phrase(
      'ou (?:(?:etes|vous trouvez) vous|(?:est ce que )?vous (?:etes|vous trouvez)|(?:(?:puis je|peut on|pouvons nous) )?vous trouver)(?: situes?| exactement)?',
    ),
    named: phrase('quelle est votre adresse(?: exacte| postale)?'),
  },
  {
    word: 'dirección',
    you: phrase('donde (?:estais|os encontrais|os (?:encuentro|encontramos)|(?:estan|se encuentran) ustedes)'),
    they: phrase('donde (?:estan|se encuentran)'),
    named: phrase('cual es (?:su|vuestra) direccion(?: exacta| postal)?'),
  },
  {
    word: 'indirizzo',
    you: phrase('dove (?:siete|vi (?:trovate|trovo|troviamo)|(?:posso |possiamo )?trovarvi)(?: situati| esattamente)?'),
    named: phrase('qual e il vostro indirizzo'),
  },
  {
    word: 'endereço',
    you: phrase('onde (?:e que )?(?:voces (?:estao|ficam|se encontram)|(?:estao|ficam) voces|vos encontro)'),
    they: phrase('onde (?:estao|ficam|se encontram)'),
    named: phrase('qual e (?:o (?:vosso|seu) endereco|a (?:vossa|sua) morada)'),
  },
  {
    word: 'adres',
    you: phrase(
      'waar (?:(?:zijn|zitten) jullie|(?:bent|zit) u|(?:vind|kan) ik (?:jullie|u)|(?:vinden|kunnen) (?:wij|we) (?:jullie|u))(?: vinden| te vinden| gevestigd| precies)?',
    ),
    named: phrase('wat is (?:jullie|uw) (?:precieze )?adres'),
  },
  { word: 'адрес', you: phrase('где (?:же )?вы(?: находитесь)?'), named: phrase('какои у вас адрес') },
  { word: '地址', you: phrase('(?:你们|您) ?在 ?(?:哪里|哪儿)') },
  {
    word: 'العنوان',
    you: phrase(
      '(?:اين|وين|فين) (?:انتم|انتو|انتوا|تقعون|توجدون|موقعكم|مكانكم|مقركم|محلكم|عنوانكم|(?:يمكنني ان |ممكن )?(?:اجدكم|نجدكم|الاقيكم))',
    ),
    named: phrase('(?:ما (?:هو )?|شو |ايش )?عنوانكم'),
  },
  {
    word: 'כתובת',
    you: phrase('(?:איפה|היכן) (?:אתם(?: נמצאים| ממוקמים| יושבים)?|(?:אפשר|ניתן) למצוא אתכם|(?:אני )?מוצאים? אתכם)'),
    named: phrase('מה הכתובת(?: שלכם| המדויקת)*'),
  },
  {
    word: 'adres',
    you: phrase(
      'neredesiniz|(?:tam olarak )?nerede (?:bulunuyorsunuz|siniz)|sizi nerede (?:bulabilirim|bulabiliriz)|yeriniz nerede',
    ),
    named: phrase('adresiniz(?: ne| nedir| nerede)?'),
  },
  {
    word: 'adres',
    you: phrase(
      'gdzie (?:jestescie|sie (?:znajdujecie|miescicie)|(?:moge |mozna )?(?:was|panstwa) (?:znajde|znalezc))',
    ),
    named: phrase('jaki (?:jest|macie) (?:wasz |panstwa )?adres'),
  },
];

const contacts: readonly OwnQuestion[] = [
  {
    word: 'contact',
    you: phrase(
      '(?:how|where) (?:can|do|could) (?:i|we) (?:reach|contact|get in touch with|get hold of) you(?: guys)?|how can you be (?:reached|contacted)|what are your contact details',
    ),
  },
  {
    word: 'Kontakt',
    you: phrase(
      'wie (?:(?:erreiche ich|erreicht man|erreichen wir) euch|(?:kann (?:ich|man)|konnen wir) (?:euch (?:erreichen|kontaktieren)|mit euch (?:in )?kontakt (?:aufnehmen|treten)))',
    ),
    they: phrase(
      'wie (?:(?:erreiche ich|erreicht man|erreichen wir) sie|(?:kann (?:ich|man)|konnen wir) (?:sie (?:erreichen|kontaktieren)|mit ihnen (?:in )?kontakt (?:aufnehmen|treten)))',
    ),
  },
  {
    word: 'contact',
    you: phrase(
      'comment (?:est ce que )?(?:(?:puis je |peut on |pouvons nous |je peux |on peut )?vous (?:contacter|joindre)|vous (?:contacte|joint) on)',
    ),
  },
  {
    word: 'contacto',
    you: phrase(
      'como (?:(?:puedo|podemos|se puede) )?(?:(?:os|les|los) )?(?:contactar|contacto|comunicarme|ponerme en contacto)(?:os|les|los)? ?(?:con (?:ustedes|vosotros))?',
    ),
  },
  {
    word: 'contatto',
    you: phrase(
      'come (?:vi (?:contatto|posso contattare)|(?:posso |possiamo |si puo )?(?:contattarvi|mettermi in contatto con voi))',
    ),
  },
  {
    word: 'contacto',
    you: phrase(
      'como (?:(?:vos )?(?:posso|podemos) )?(?:contactar|contatar|falar|entrar em contac?to)(?: vos)?(?: com)?(?: voces| convosco)?',
    ),
  },
  {
    word: 'contact',
    you: phrase(
      'hoe (?:bereik ik (?:jullie|u)|(?:kan ik|kunnen (?:we|wij)) (?:(?:jullie|u) (?:het beste )?bereiken|contact (?:met (?:jullie|u) opnemen|opnemen(?: met (?:jullie|u))?)))',
    ),
  },
  { word: 'контакт', you: phrase('как (?:можно )?(?:с вами )?(?:можно )?связаться(?: с вами)?') },
  {
    word: 'التواصل',
    you: phrase(
      'كيف (?:يمكنني |يمكننا |استطيع |اقدر |يمكن )?(?:ان )?(?:اتواصل معكم|نتواصل معكم|التواصل معكم|الاتصال بكم|اتصل بكم|الوصول اليكم)',
    ),
  },
  {
    word: 'קשר',
    you: phrase('(?:איך|כיצד) (?:(?:אפשר|ניתן) )?(?:יוצרים|ליצור) (?:קשר(?: אתכם| איתכם)?|(?:אתכם|איתכם) קשר)'),
  },
  {
    word: 'iletişim',
    you: phrase(
      '(?:size|sizinle) nasil (?:ulasabilirim|ulasabiliriz|ulasirim|iletisime gecebilirim|iletisim kurabilirim)|iletisim bilgileriniz(?: ne| nedir| neler)?',
    ),
  },
  {
    word: 'kontakt',
    you: phrase(
      'jak (?:moge |mozna )?(?:sie )?(?:z (?:wami|panstwem) )?(?:sie )?skontaktowac(?: sie)?(?: z (?:wami|panstwem))?',
    ),
  },
];

/** A question for the address, or a way to reach, those who answer. */
export interface AskedOwn {
  readonly matter: OwnMatter;
  /** The word for it, in the language of the question, or the question itself. */
  readonly word: string;
  /** The question says the word, so that a text that names its address answers it without the form of a street. */
  readonly isNamed: boolean;
  /** What else to search if nothing has the word. */
  readonly spare?: string;
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
        you.test(asked) || named?.test(asked) === true || (isFirst && they?.test(asked) === true),
    );
    if (found === undefined) return undefined;
    const own = question.replace(greeting, '');
    const isNamed = found.named?.test(asked) === true;
    // Texts name addresses and numbers by their word, but the hours also as the question does.
    return { matter, word: found.word || own, isNamed, ...(matter === 'hours' && found.word ? { spare: own } : {}) };
  };
  return (
    find(places, 'address') ??
    find(contacts, 'contact') ??
    find(phoneQuestions, 'phone') ??
    find(emailQuestions, 'email') ??
    find(hoursQuestions, 'hours')
  );
}

/**
 * Whether a question, with those that it depends on, is only about days and opening, such as "Open on Sundays?": then it
 * asks for the hours of those who answer, and not for those of a partner.
 */
export function asksOnlyForHours(question: string, language: Language | undefined): boolean {
  const asked = question.slice(0, 300);
  const asking = new Set(listAskingWords(asked));
  const topics = splitWords(asked).filter((word) => !asking.has(word) && !isStopWord(word, language));
  return (
    topics.some((word) => kindOfWord(word) === 'hours') &&
    topics.every((word) => kindOfWord(word) === 'hours' || isPartOfDay(word) || isOwnPlace(word))
  );
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
  /(?:[Aa]ddress|ADDRESS|[Aa]dresse?|ADRESSE?|[Aa]nschrift|ANSCHRIFT|[Dd]irección|[Ii]ndirizzo|[Ee]ndereço|[Mm]orada|[Аа]дрес|地址|住所|عنوان|כתובת|[Aa]dresi(?:miz)?)(?:[^\n.:：\d]{0,30}[:：]|[ \t]*\n|[^\n.:\d]{0,20}\s(?:is|ist|lautet|est|es|è|é|היא|הוא)\s(?=(?:at\s)?[\p{Lu}\p{Lo}\d])|是)[^\n]{0,80}\d/u;
/** A form, or an invitation, to write to those who answer. */
const contactForm =
  /contact (?:form|us|page)|kontakt(?:formular|seite|ieren sie uns)|formul[aá]\p{L}* (?:de |di )?conta[ct]|conta(?:ct|c?t)(?:ez|a|e|i)-?(?:nous|nos|ci)|modulo di contatto|contactformulier|форм\p{L} обратной связи|نموذج (?:الاتصال|التواصل)|טופס (?:יצירת )?קשר|iletişim formu|formularz\p{L}* kontaktow/iu;

/** How well a text answers: `doubtful` if it may be about something else of those who answer, such as their car park. */
export type OwnRating = 'answer' | 'doubtful' | undefined;

/** Whether a text, of a heading, a line feed and a sentence, answers the question, and is not about somebody else. */
export function rateOwn({ matter, isNamed }: AskedOwn, text: string): OwnRating {
  if (matter === 'hours') return areOwnHours(text) ? 'answer' : 'doubtful';
  if (strangers.test(text)) return undefined;
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
