import { splitWords } from '../models/text/words.ts';
import { respell } from '../respell.ts';
import { findAsked } from './asking-words.ts';

/**
 * What a question asks for: an amount of money, opening hours, a length of time, a way to reach somebody (`contact` is a
 * phone number or an email address), a name, or one time of day.
 */
export type AnswerKind = 'price' | 'hours' | 'duration' | 'phone' | 'email' | 'contact' | 'address' | 'person' | 'time';

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
      String.raw`\bqu[eé] hora`,
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
      'どこ',
      '哪里',
      '哪儿',
      '어디',
    ),
  ],
];

/** An expression that any of these expressions matches, in upper or lower case. */
function anyOf(...expressions: readonly string[]): RegExp {
  return new RegExp(expressions.join('|'), 'iu');
}

const money = String.raw`[$€£¥₹₽₩]|eur(?:os?)?\b|₺|usd\b|gbp\b|chf\b|dollars?\b|pounds?\b|francs?\b|franken\b|pesos?\b|reais\b|kr\b|zł|ש["״”]ח|שקל|tl\b|lira|руб|دينار|درهم|ريال|جنيه|دولار|₪|円|元|块|원`;
const hour = String.raw`(?<!\d)(?:[01]?\d|2[0-4])(?!\d)`;
/** A time of day; "9 h" and "9 ore" can also be a length of time, so that they count only in "9 h à 12 h". */
const clock = String.raw`${hour}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\b|uhr\b|uur\b|o.clock|時|点|시|صباح|مساء|ظهر)|${hour}(?:[:h])\d{2}`;
const looseClock = String.raw`${clock}|${hour}\s?h(?:eures?|oras?)?\b|${hour}\s?ore\b`;
const numbers = String.raw`\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|each|every|einen?|einer|zwei|drei|vier|f[uü]nf|sechs|acht|zehn|une?|deux|trois|quatre|cinq|six|huit|dix|una|dos|tres|cuatro|cinco|seis|uno|un|due|tre|quattro|cinque|dois|duas|tr[eê]s|quatro|uma?|een|twee|drie|vijf`;
const spans = [
  String.raw`(?:ms|s|sec|second|min|hour|day|week|month|year|h)s?(?:utes?|onds?)?\b`,
  String.raw`(?:werk)?tage?n?\b`,
  String.raw`stunden?\b`,
  String.raw`minuten?\b`,
  String.raw`wochen?\b`,
  String.raw`monate?n?\b`,
  String.raw`jahre?n?\b`,
  String.raw`heures?\b`,
  String.raw`jours?\b`,
  String.raw`semaines?\b`,
  String.raw`mois\b`,
  String.raw`ans?\b`,
  String.raw`ann[eé]es?\b`,
  String.raw`horas?\b`,
  String.raw`d[ií]as?\b`,
  String.raw`semanas?\b`,
  String.raw`meses\b`,
  String.raw`a[ñn]os?\b`,
  String.raw`minutos?\b`,
  String.raw`or[ae]\b`,
  String.raw`giorn[oi]\b`,
  String.raw`settiman[ae]\b`,
  String.raw`mes[ei]\b`,
  String.raw`ann[oi]\b`,
  String.raw`minut[oi]\b`,
  String.raw`m[eê]s\b`,
  String.raw`dias?\b`,
  String.raw`anos?\b`,
  String.raw`uur\b`,
  String.raw`dag(?:en)?\b`,
  String.raw`we(?:ek|ken)\b`,
  String.raw`maand(?:en)?\b`,
  String.raw`jaar\b`,
].join('|');

/** Names of streets with a number. Capitals matter, as "via port 443" and "5 columns per row and" name no street. */
const streets = [
  String.raw`\p{L}(?:stra(?:ß|ss)e|str\.|gasse|weg|allee|straat|laan|plein|gracht|kade|dijk|singel|steeg)\s?\d`,
  String.raw`(?<!\p{L})(?!(?:Stell|Park|Arbeits|Sitz|Liege|Zelt)platz)\p{Lu}\p{L}{1,30}platz\s\d`,
  // "12 bis rue de la Paix"
  String.raw`\d,?\s(?:bis\s|ter\s)?(?:rue|avenue|boulevard|quai|place|chemin|route|allée|impasse)\s(?:(?:de|du|des|la|le|les)\s|(?:de\s)?[dl][’']){0,3}\p{Lu}`,
  // "Via Roma, 5", "Rua das Flores 12"
  String.raw`(?<!\p{L})(?:[Cc]alle|C\/|[Aa]venida|Av\.|[Pp]laza|[Pp]aseo|[Cc]arrer|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Pp]raça)\s(?:(?:\p{Ll}{1,5}\s){0,2}\p{Lu}[\p{L}.’']{0,20},?\s){1,3}\d`,
  String.raw`\d\s(?:\p{Lu}\p{L}{1,20}\s){1,3}(?:Street|St|Road|Rd|Lane|Avenue|Ave|Drive|Square|Court|Terrace|Row|STREET|ROAD|LANE|AVENUE)(?!\p{L})`,
  String.raw`شارع|(?<!\p{L})[בלמה]?(?:רחוב|רח['׳’]|שדרות|שד['׳’])\s\p{L}|\p{L}\s(?:Cadde|Cad\.|Soka[kğ]|Sk\.|Bulvar|Mah)|(?<!\p{L})[Uu]l(?:ica|icy|\.)\s?\p{Lu}|番地|丁目|[路街道巷弄]\s?\d{1,5}号|(?<!\p{L})(?:[Уу]л\.|[Уу]лиц)`,
].join('|');
/** Telephone numbers: no dates, ends of an account's number, addresses like 192.168.1.10, or 100.000.000. */
const phones = [
  String.raw`(?<![\d.])(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?:\+|(?<!\d[ .-])0(?!00))\d[\d ()/.–-]{5,18}\d(?!\d)`,
  // "1-800-555-0199", "(11) 5555-0142", "91 555 01 42"
  String.raw`(?<!\d|\d[ .])(?<!\b(?:VAT|GB|TVA|SIREN|SIRET|NIP|REGON|IVA|BTW|KvK|ABN)\b[^\d\n]{0,12})(?:1[ .-])?\d{3}[ .-](?!000)\d{3}[ .-]\d{3,4}(?!\d|\.\d)`,
  String.raw`\(\d{2,3}\) ?\d{3,5}[ -]\d{4}(?!\d)`,
  String.raw`(?<!\d|\d[ .-])[89]\d \d{3} \d{2} \d{2}(?!\d)`,
  // "Tel. 22 555 01 42"
  String.raw`(?<!\p{L})(?:[Tt]el|[Pp]hone|[Tt]elefon)[.:]{0,2} ?\d[\d ()/-]{5,18}\d(?!\d)`,
].join('|');

const mailbox = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w`;

/** How the answer of each kind looks. */
const answering: Readonly<Record<AnswerKind, RegExp>> = {
  price: new RegExp(String.raw`(?:${money})\s?\d|\d(?:[.,][–-])?\s?(?:${money})`, 'iu'),
  hours: new RegExp(
    String.raw`(?:${clock})[^\n]{0,30}?(?:${clock})|(?:${looseClock}|${hour})\s?(?:[-–—~]|to|bis|à|às|a|до|tot|から)\s?(?:${looseClock})|dalle (?:ore )?${hour}(?:[.:]\d{2})?\s?alle (?:ore )?${hour}`,
    'iu',
  ),
  duration: new RegExp(
    String.raw`\b(?:${numbers})\W{0,3}(?:\p{L}{1,12}\W{1,3})?(?:${spans})|\b(?:daily|hourly|weekly)\b|\d\s?(?:時間|分|日|週間|か月|年|天|小时|个月|시간|일)|(?:ساعة|ساعات|يوم|أيام|شهر|أسبوع)`,
    'iu',
  ),
  phone: new RegExp(phones, 'u'),
  time: new RegExp(String.raw`(?:${clock})|(?:[aà] partir de|avant|d[eè]s|jusqu.à) ${hour}\s?h(?:eures)?\b`, 'iu'),
  person: /\p{Lu}\p{Ll}+ (?:\p{Ll}{2,3} )?\p{Lu}\p{Ll}+/u,
  email: new RegExp(mailbox, 'u'),
  contact: new RegExp(`${phones}|${mailbox}`, 'u'),
  address: new RegExp(streets, 'u'),
};

/** Longer words aren't names of a price or an address. */
const maxWord = 40;
/** Characters of a text that are searched for the form of an answer. */
const maxText = 4_000;

const weekLanguages = 'en de fr es it pt nl sv da no fi ro hu tr ru ar he el ja ko zh'.split(' ');
/** A Sunday, and the days after it. */
const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 4 + day));

let weekdays: ReadonlySet<string> | undefined;

/**
 * The names of the days, of which opening hours may only mention some; "segunda" for "segunda-feira". Read with the
 * first question, as the languages take 10 MB of memory.
 */
function getWeekdays(): ReadonlySet<string> {
  weekdays ??= new Set(
    weekLanguages.flatMap((language) => {
      const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
      return days.flatMap((day) => splitWords(format(day)).slice(0, 1).map(respell));
    }),
  );
  return weekdays;
}

/** The kind of answer that a folded lower-case word asks for; undefined if it is about something else. */
export function kindOfWord(word: string): AnswerKind | undefined {
  if (word.length > maxWord) return undefined;
  const spelt = respell(word);
  // "Sundays", "sonntags"
  if (getWeekdays().has(spelt) || getWeekdays().has(spelt.replace(/s$/u, ''))) return 'hours';
  const asked = findAsked(spelt);
  return asked === 'place' || asked === 'part' ? undefined : asked;
}

/** Whether a folded lower-case word names the place or the firm that answers. */
export function isOwnPlace(word: string): boolean {
  return word.length <= maxWord && findAsked(respell(word)) === 'place';
}

/** Whether a folded lower-case word names a part of the day or the week, which opening hours rarely mention. */
export function isPartOfDay(word: string): boolean {
  return word.length <= maxWord && findAsked(respell(word)) === 'part';
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
 * The words of the phrases by which a question shows its kind, without those of `kindOfWord`: "quelle heure" is not about
 * hours.
 */
export function listAskingWords(question: string): string[] {
  const asked = question.slice(0, maxText);
  return phrases
    .flatMap(([, phrase]) => splitWords(phrase.exec(asked)?.[0] ?? ''))
    .filter((word) => kindOfWord(word) === undefined);
}

/** Whether a text has an answer of this kind: an amount of money for a price. */
export function hasKind(kind: AnswerKind, text: string): boolean {
  return answering[kind].test(text.slice(0, maxText));
}
