import { splitWords } from '../models/text/words.ts';
import { respell } from '../respell.ts';
import type { AnswerKind } from './answer-forms.ts';
import { findAsked } from './asking-words.ts';

/** Phrases of other words that ask for a kind. */
const phrases: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'duration',
    anyOf(
      String.raw`\bhow (?:long|often|soon|fast)\b`,
      String.raw`\bwie (?:lange|oft|schnell)\b`,
      String.raw`\bcombien de temps\b`,
      String.raw`\bcu[aá]nto (?:tiempo|dura|tarda)`,
      String.raw`\bquanto (?:tempo|dura)`,
      String.raw`\bhoe (?:lang|vaak)\b`,
      'сколько (?:длится|времени|дней)',
      'كم (?:مدة|تستغرق|يستغرق)',
      'どのくらい',
      'כמה זמן',
      String.raw`\b(?:jak d[lł]ugo|ile (?:trwa|czasu))`,
      String.raw`\bne kadar s[uü]r`,
      String.raw`(?<!\p{L})(?:hur|hvor) (?:lång|lenge|længe|ofte?a?)(?: tid)?(?!\p{L})`,
      String.raw`(?<!\p{L})(?:kuinka kauan|mennyi ideig|milyen gyakran|cât (?:timp|durează))(?!\p{L})`,
      'πόση ώρα|πόσο (?:διαρκεί|καιρό)',
      '多久',
      '多长时间',
      '얼마나',
    ),
  ],
  [
    'price',
    anyOf(
      String.raw`\bhow much\b`,
      String.raw`\bwie ?viel\b`,
      String.raw`\bwie (?:hoch|teuer)\b`,
      String.raw`\p{L}(?:preise?|kosten|gebühr(?:en)?|prijs|prijzen|tarief)(?!\p{L})`,
      String.raw`\bcombien\b(?! de)`,
      String.raw`\bcu[aá]nto (?:cuesta|es|vale|sale|pago|cobr)`,
      String.raw`\bquanto (?:costa|custa|[eèé])(?!\p{L})`,
      String.raw`\bhoeveel kost`,
      'сколько стоит',
      'כמה (?:זה )?(?:עולה|עולים)',
      String.raw`\bile (?:kosztuj|p[lł]ac)|\bjak(?:a|ie) (?:jest|s[aą]) cen[ay]`,
      String.raw`\b(?:ne kadar|ka[cç] (?:lira|tl|para))(?!\p{L})`,
      String.raw`(?<!\p{L})(?:vad|hva|hvad) (?:kostar|koster)(?!\p{L})|(?<!\p{L})(?:hur|hvor) (?:mycket|meget|mye) (?:kostar|koster)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:paljonko|mennyibe|c[aâ]t cost[aă])(?!\p{L})`,
      'πόσο (?:κάνει|κοστίζει|έχει)',
      'いくら',
      '多少钱',
      '얼마',
    ),
  ],
  [
    'hours',
    anyOf(
      String.raw`\bwhen\b`,
      String.raw`\bwhat time\b`,
      String.raw`\bwann\b`,
      String.raw`\bum wie ?viel uhr\b`,
      String.raw`\bquand\b`,
      String.raw`(?<!\p{L})[aà] quelle heure\b`,
      String.raw`\bcu[aá]ndo\b`,
      String.raw`\bqu[eé] horas?\b`,
      String.raw`\bquando\b`,
      String.raw`\bche ora\b`,
      String.raw`\bwanneer\b`,
      String.raw`\bhoe laat\b`,
      'когда',
      'во сколько',
      'متى',
      'מתי',
      String.raw`\bkiedy\b|(?<!\p{L})o kt[oó]rej\b`,
      String.raw`\bne zaman\b|\b(?:saat )?ka[cç]ta\b`,
      String.raw`(?<!\p{L})(?:när|hvornår|milloin|mikor|c[aâ]nd)(?!\p{L})|(?<!\p{L})hány (?:óra|óráig)`,
      'πότε|τι ώρα',
      'いつ',
      '何時',
      '什么时候',
      '几点',
      '언제',
      '몇 시',
    ),
  ],
  [
    'person',
    anyOf(
      String.raw`\bwho\b`,
      String.raw`\bwer\b`,
      String.raw`\bqui\b`,
      String.raw`\bqui[eé]n(?:es)?\b`,
      String.raw`\bchi\b`,
      String.raw`\bquem\b`,
      String.raw`\bwie is\b`,
      String.raw`(?<!\p{L})кто(?!\p{L})`,
    ),
  ],
  [
    'address',
    anyOf(
      String.raw`\bwhere\b`,
      String.raw`\bwo\b`,
      String.raw`(?<!\p{L})où(?!\p{L})|\bou (?:est|se|sont|etes)\b`,
      String.raw`\bd[oó]nde\b`,
      String.raw`\bdove\b`,
      String.raw`\bonde\b`,
      String.raw`\bwaar\b`,
      String.raw`(?<!\p{L})где(?!\p{L})`,
      'أين',
      'وين',
      'איפה',
      'היכן',
      String.raw`\bgdzie\b`,
      String.raw`\bnerede`,
      String.raw`(?<!\p{L})var (?:ligger|finns|hittar|är)(?!\p{L})|(?<!\p{L})hvor (?:ligger|er|finder|finner)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:missä|unde|hol (?:van|vannak|vagytok|tal[aá]l\p{L}*))(?!\p{L})`,
      String.raw`(?<!\p{L})πού(?!\p{L})`,
      'どこ',
      '哪里',
      '哪儿',
      '어디',
    ),
  ],
];

/** Greetings with a word that means something else by itself. */
const greeting =
  /^\s*(?:good|guten?|buen[oa]s|bo[ma]|goede|dzie[nń]|dobr[yi]|bonne) (?:morning|afternoon|evening|day|tag|morgen|abend|d[ií]as?|tardes?|noches?|noite|middag|avond|dobry|journ[eé]e)\b/iu;

/** An expression that any of these expressions matches, in upper or lower case. */
function anyOf(...expressions: readonly string[]): RegExp {
  return new RegExp(expressions.join('|'), 'iu');
}

/** Longer words aren't names of a price or an address. */
const maxWord = 40;
/** Characters of a question that are searched for phrases. */
const maxText = 4_000;

const weekLanguages = 'en de fr es it pt nl sv da no fi ro hu tr pl ru ar he el ja ko zh'.split(' ');
/** The other names of the days in Chinese: "周日", "礼拜天". */
const chineseDays = ['周', '礼拜', '星期'].flatMap((week) => Array.from('一二三四五六日天', (day) => week + day));
/** A Sunday, and the days after it. */
const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 4 + day));

let weekdays: ReadonlySet<string> | undefined;

/**
 * The names of the days, of which opening hours may only mention some; "segunda" for "segunda-feira". Read with the
 * first question, as the languages take 10 MB of memory.
 */
function getWeekdays(): ReadonlySet<string> {
  weekdays ??= new Set([
    ...chineseDays,
    ...weekLanguages.flatMap((language) => {
      const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
      return days.flatMap((day) => splitWords(format(day)).slice(0, 1).map(respell));
    }),
  ]);
  return weekdays;
}

/** Whether a folded lower-case word is the name of a day: "Sundays", "sonntags". */
export function isWeekday(word: string): boolean {
  const spelt = respell(word.slice(0, maxWord));
  return getWeekdays().has(spelt) || getWeekdays().has(spelt.replace(/s$/u, ''));
}

/** The kind of answer that a folded lower-case word asks for; undefined if it is about something else. */
export function kindOfWord(word: string): AnswerKind | undefined {
  if (word.length > maxWord) return undefined;
  if (isWeekday(word)) return 'hours';
  const asked = findAsked(respell(word));
  return asked === 'place' || asked === 'part' || asked === 'act' ? undefined : asked;
}

/** Whether a folded lower-case word names the place or the firm that answers. */
export function isOwnPlace(word: string): boolean {
  return word.length <= maxWord && findAsked(respell(word)) === 'place';
}

/** Whether a folded lower-case word names a part of the day or the week, which opening hours rarely mention. */
export function isPartOfDay(word: string): boolean {
  return word.length <= maxWord && findAsked(respell(word)) === 'part';
}

/** Whether a folded lower-case word is a verb by which people ask for many things, such as "accept" and "sell". */
export function isCommonAct(word: string): boolean {
  return word.length <= maxWord && findAsked(respell(word)) === 'act';
}

/** Words of open questions that begin one, also after a preposition, but mean something else within it. */
const opening = String.raw`what|who|whom|when|where|why|how|was|wer|wen|wem|wann|wo|warum|wie|wieviele?|qu['’]est|qui|quand|où|comment|pourquoi|que|qu[eé]|cu[aá]nd\p{L}*|c[oó]mo|d[oó]nde|quant[oiae]s?|quando|onde|che|chi|cosa|come|dove|wat|wie|wanneer|waar|hoe|hoeveel|vad|hur|n[aä]r|var|hva|hvad|hvor|hvordan|hvornår|n[aå]r|mit[aä]|mik[aä]|kuinka|montako|milyen|mikor|hol|hogyan|cum|unde|c[aâ]nd|jak|co|ile|gdzie|kiedy|как|что|где|когда|τι|πώς|πού|πότε`;
/** Those that only ask, and in some languages are elsewhere: "Vous acceptez quelles cartes ?" */
const asking = String.raw`which|how (?:many|much|long|old)|welch\p{L}*|quels?|quelles?|quoi|combien|cu[aá]l\p{L}*|cu[aá]nt[oa]s?|qué|quais|qual|quali|quanti|quante|quantos|quantas|welke?|vilk\p{L}+|hvilk\p{L}+|mitk[aä]|melyik\p{L}*|h[aá]ny\p{L}*|c[aâ]te|c[aâ][tț]i|jaki\p{L}*|jakich|kt[oó]r\p{L}+|сколько|каки\p{L}+|какой|какую|какое|котор\p{L}+|ποι\p{L}+|πόσ\p{L}+|hangi\p{L}*|neler\p{L}*|kaç|nas[ıi]l|nerede\p{L}*`;
const open = new RegExp(
  String.raw`^[\s¿]*(?:\p{L}{1,4}\s)?(?:${opening})(?!\p{L})|^ce\s|(?<!\p{L})(?:${asking})(?!\p{L})|哪|什么|多少|怎|谁|何|どの|どんな|いくつ|무슨|어떤|몇|ما(?= )|ماذا|كم|איזה|אילו|מה|כמה`,
  'iu',
);

/** Whether a question can't be answered with yes or no: "Which brands do you sell?" is answered without "brand". */
export function isOpenQuestion(question: string): boolean {
  return open.test(question.slice(0, maxText));
}

/** The kind of answer that the form of a question shows, other than by a word of `kindOfWord`. */
export function kindOfQuestion(question: string): AnswerKind | undefined {
  return phrases.find(([, phrase]) => phrase.test(question))?.[0];
}

const timeOfDay = anyOf(
  String.raw`\b(?:at )?what time\b`,
  String.raw`\bum wie ?viel uhr\b`,
  String.raw`\bquelle heure\b`,
  String.raw`\bqu[eé] horas?\b`,
  String.raw`\bche ora\b`,
  String.raw`\bhoe laat\b`,
  String.raw`\bka[cç]ta\b`,
  String.raw`\bo kt[oó]rej\b`,
  'во сколько',
  'كم الساعة|أي ساعة',
  'באיזו שעה',
  '何時',
  '几点',
  '몇 시',
);

/** Whether a question asks for one time of day, as for an arrival: it has no end, in contrast to opening hours. */
export function asksForTime(question: string): boolean {
  return timeOfDay.test(question);
}

/**
 * The words of a greeting and of the phrases by which a question shows its kind, without those of `kindOfWord`: "quelle
 * heure" is not about hours.
 */
export function listAskingWords(question: string): string[] {
  const asked = question.slice(0, maxText);
  return [greeting, ...phrases.map(([, phrase]) => phrase)]
    .flatMap((phrase) => splitWords(wholeWords(asked, phrase.exec(asked))))
    .filter((word) => kindOfWord(word) === undefined);
}

/** What was found, with the endings of a Korean word: "얼마" is the beginning of "얼마예요". */
function wholeWords(text: string, found: RegExpExecArray | null): string {
  if (found === null) return '';
  const rest = text.slice(found.index + found[0].length);
  return found[0] + (/\p{Script=Hangul}$/u.test(found[0]) ? (/^\p{Script=Hangul}+/u.exec(rest)?.[0] ?? '') : '');
}
