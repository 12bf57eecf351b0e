import { splitWords } from '../models/text/words.ts';
import { respell } from '../respell.ts';

/** What a question asks for: an amount of money, opening hours, a length of time, a way to reach somebody, or a name. */
export type AnswerKind = 'price' | 'hours' | 'duration' | 'phone' | 'email' | 'address' | 'person';

/**
 * The words that ask for each kind, as `respell` writes folded words: "Preis" for an amount of money, although an
 * answer often doesn't say it.
 */
const asking: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'price',
    /^(?:pric(?:es?|ed|ing)|costs?|fees?|charges?|tariffs?|expensive|preise?s?|kosten|gebuhr(?:en)?|prijs|prijzen|kostet|teuer|prix|tarifs?|couts?|coutent|couter?|frais|precios?|cuestan?|costes?|costos?|costar|tarifas?|valen?|precos?|custam?|custos?|prezz[io]|costan?o?|tariff[ae]|kost|tarieven|tarief|pris(?:er|et)?|kostar|koster|цен[аыу]?|стоит|стоят|стоимость|(?:ال)?(?:سعر|اسعار|تكلفه|كلفه|ثمن|رسوم)|بكم|מחיר(?:ים)?|עולה|עלות|料金|値段|価格|費用|代金|价格|价钱|费用|收费|가격|요금|비용)$/u,
  ],
  [
    'hours',
    /^(?:today|tonight|tomorrow|heute|morgen|aujourd'hui|demain|hoy|manana|oggi|domani|hoje|amanha|vandaag|сегодня|завтра|اليوم|غدا|היום|מחר|今日|明日|今天|明天|오늘|내일|open(?:s|ed|ing)?|close[sd]?|closing|hours|(?:offnungs|sprech|geschafts)zeit(?:en)?|geoffnet|offen|offnet|geschlossen|schliess(?:t|en)|horaires?|ouverte?s?|ouvr(?:ez|e|ent|ir)|ouverture|ferme[zs]?|ferment|fermee?s?|fermeture|horarios?|abiert[oa]s?|abr(?:e|en|is|ir)|apertura|cierran?|cerrad[oa]s?|orari[o]?|apert[oaie]|apr(?:e|ite|ono)|chius[oaie]|chiud(?:e|ete|ono)|abert[oa]s?|abrem|fecham?|fechad[oa]s?|openingstijden|openingsuren|geopend|gesloten|oppet|oppettider|abningstider|apningstider|открыт[оаы]?|открываетесь|закрыт[оаы]?|режим|(?:ال)?(?:مواعيد|دوام|مفتوح|مفتوحه|مغلق|مغلقه)|تفتح(?:ون)?|تغلق(?:ون)?|営業|営業時間|营业|营业时间|开门|关门|영업시간)$/u,
  ],
  [
    'phone',
    /^(?:numbers?|nummer|numero|номер|رقم|番号|(?:tele)?phone|tel|call|telefon|telefonisch|(?:telefon|ruf|handy)nummer|telefonnr|anrufen|telephone|appeler|telefono|llamar|chiamare|telefone|ligar|telefoonnummer|telefoon|bellen|телефона?|позвонить|(?:ال)?(?:هاتف|تلفون|جوال)|טלפון|電話|電話番号|电话|电话号码|전화|전화번호)$/u,
  ],
  [
    'email',
    /^(?:e?mails?|e?mailadresse|courriel|mel|correo|почта|(?:ال)?(?:ايميل|بريد)|אימייל|メール|メールアドレス|邮箱|邮件|이메일)$/u,
  ],
  [
    'address',
    /^(?:address|located|location|adresse|anschrift|standort|direccion|ubicacion|indirizzo|endereco|adres|адрес|(?:ال)?عنوان|כתובת|住所|所在地|地址|주소)$/u,
  ],
];

/** Words for the place or the firm that answers: its own price needs no other subject. */
const ownPlace =
  /^(?:shops?|stores?|office|business|company|clinic|practice|restaurant|hotel|club|school|laden|geschaft|praxis|buro|firma|verein|magasin|boutique|cabinet|entreprise|ecole|tienda|negocio|empresa|oficina|clinica|escuela|negozio|ufficio|azienda|loja|escritorio|winkel|kantoor|bedrijf|магазина?|офиса?|клиники|(?:ال)?(?:محل|متجر|عياده|مكتب|شركه)|店|お店|店舗|会社|商店|公司|가게|회사)$/u;

/** Phrases of other words that ask for a kind. */
const phrases: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'duration',
    /\bhow (?:long|often|soon|fast)\b|\bwie (?:lange|oft|schnell)\b|\bcombien de temps\b|\bcu[aá]nto (?:tiempo|dura|tarda)|\bquanto (?:tempo|dura)|\bhoe (?:lang|vaak)\b|сколько (?:длится|времени|дней)|كم (?:مدة|تستغرق|يستغرق)|どのくらい|多久|多长时间|얼마나/iu,
  ],
  [
    'price',
    /\bhow much\b|\bwie ?viel\b|\bwie (?:hoch|teuer)\b|\p{L}(?:preise?|kosten|gebühr(?:en)?|prijs|prijzen|tarief)(?!\p{L})|\bcombien\b(?! de)|\bcu[aá]nto (?:cuesta|es|vale|sale|pago|cobr)|\bquanto (?:costa|custa|[eèé])(?!\p{L})|\bhoeveel kost|сколько стоит|いくら|多少钱|얼마/iu,
  ],
  [
    'hours',
    /\bwhen\b|\bwhat time\b|\bwann\b|\bum wie ?viel uhr\b|\bquand\b|(?<!\p{L})[aà] quelle heure\b|\bcu[aá]ndo\b|\bqu[eé] hora|\bquando\b|\bche ora\b|\bwanneer\b|\bhoe laat\b|когда|во сколько|متى|מתי|いつ|何時|什么时候|几点|언제|몇 시/iu,
  ],
  ['person', /\bwho\b|\bwer\b|\bqui\b|\bqui[eé]n(?:es)?\b|\bchi\b|\bquem\b|\bwie is\b|(?<!\p{L})кто(?!\p{L})/iu],
  [
    'address',
    /\bwhere\b|\bwo\b|\bo[uù] (?:est|se|sont|[eê]tes)\b|\bd[oó]nde\b|\bdove\b|\bonde\b|\bwaar\b|(?<!\p{L})где(?!\p{L})|أين|وين|איפה|どこ|哪里|哪儿|어디/iu,
  ],
];

const money = String.raw`[$€£¥₹₽₩]|eur(?:os?)?\b|usd\b|gbp\b|chf\b|dollars?\b|pounds?\b|francs?\b|franken\b|pesos?\b|reais\b|kr\b|zł|руб|دينار|درهم|ريال|جنيه|دولار|₪|円|元|块|원`;
const hour = String.raw`(?<!\d)(?:[01]?\d|2[0-4])(?!\d)`;
/** A time of day; "9 h" and "9 ore" can also be a length of time, so that they count only in "9 h à 12 h". */
const clock = String.raw`${hour}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\b|uhr\b|uur\b|o.clock|時|点|시|صباح|مساء|ظهر)|${hour}(?:[:h])\d{2}`;
const looseClock = String.raw`${clock}|${hour}\s?h(?:eures?|oras?)?\b|${hour}\s?ore\b`;
const numbers = String.raw`\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|each|every|einen?|einer|zwei|drei|vier|f[uü]nf|sechs|acht|zehn|une?|deux|trois|quatre|cinq|six|huit|dix|una|dos|tres|cuatro|cinco|seis|uno|un|due|tre|quattro|cinque|dois|duas|tr[eê]s|quatro|uma?|een|twee|drie|vijf`;
const spans = String.raw`(?:ms|s|sec|second|min|hour|day|week|month|year|h)s?(?:utes?|onds?)?\b|(?:werk)?tage?n?\b|stunden?\b|minuten?\b|wochen?\b|monate?n?\b|jahre?n?\b|heures?\b|jours?\b|semaines?\b|mois\b|ans?\b|ann[eé]es?\b|horas?\b|d[ií]as?\b|semanas?\b|meses\b|a[ñn]os?\b|minutos?\b|or[ae]\b|giorn[oi]\b|settiman[ae]\b|mes[ei]\b|ann[oi]\b|minut[oi]\b|m[eê]s\b|dias?\b|anos?\b|uur\b|dag(?:en)?\b|we(?:ek|ken)\b|maand(?:en)?\b|jaar\b`;

/** Names of streets with a number. Capitals matter, as "via port 443" and "5 columns per row and" name no street. */
const streets = [
  String.raw`\p{L}(?:stra(?:ß|ss)e|str\.|gasse|weg|allee|straat|laan|plein|gracht)\s?\d`,
  String.raw`(?<!\p{L})(?!(?:Stell|Park|Arbeits|Sitz|Liege|Zelt)platz)\p{Lu}\p{L}{1,30}platz\s\d`,
  // "12 bis rue de la Paix"
  String.raw`\d,?\s(?:bis\s|ter\s)?(?:rue|avenue|boulevard|quai|place|chemin|route|allée|impasse)\s(?:(?:de|du|des|la|le|les)\s|(?:de\s)?[dl][’']){0,3}\p{Lu}`,
  // "Via Roma, 5", "Rua das Flores 12"
  String.raw`(?<!\p{L})(?:[Cc]alle|C\/|[Aa]venida|Av\.|[Pp]laza|[Pp]aseo|[Cc]arrer|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Pp]raça)\s(?:(?:\p{Ll}{1,5}\s){0,2}\p{Lu}[\p{L}.’']{0,20},?\s){1,3}\d`,
  String.raw`\d\s(?:\p{Lu}\p{L}{1,20}\s){1,3}(?:Street|St|Road|Rd|Lane|Avenue|Ave|Drive|Square|Court|Terrace|Row|STREET|ROAD|LANE|AVENUE)(?!\p{L})`,
  String.raw`شارع|番地|丁目|[路街道巷弄]\s?\d{1,5}号|(?<!\p{L})(?:[Уу]л\.|[Уу]лиц)`,
].join('|');
/** Telephone numbers: no dates, ends of an account's number, addresses like 192.168.1.10, or 100.000.000. */
const phones = [
  String.raw`(?<![\d.])(?!\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?:\+|(?<!\d[ .-])0(?!00))\d[\d ()/.–-]{5,18}\d(?!\d)`,
  // "1-800-555-0199", "(11) 5555-0142", "91 555 01 42"
  String.raw`(?<!\d|\d[ .])(?:1[ .-])?\d{3}[ .-](?!000)\d{3}[ .-]\d{3,4}(?!\d|\.\d)`,
  String.raw`\(\d{2,3}\) ?\d{3,5}[ -]\d{4}(?!\d)`,
  String.raw`(?<!\d|\d[ .-])[89]\d \d{3} \d{2} \d{2}(?!\d)`,
].join('|');

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
  person: /\p{Lu}\p{Ll}+ (?:\p{Ll}{2,3} )?\p{Lu}\p{Ll}+/u,
  email: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w/u,
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
  return asking.find(([, words]) => words.test(spelt))?.[0];
}

/** Whether a folded lower-case word names the place or the firm that answers. */
export function isOwnPlace(word: string): boolean {
  return word.length <= maxWord && ownPlace.test(respell(word));
}

/** The kind of answer that the form of a question shows, other than by a word of `kindOfWord`. */
export function kindOfQuestion(question: string): AnswerKind | undefined {
  return phrases.find(([, phrase]) => phrase.test(question))?.[0];
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
