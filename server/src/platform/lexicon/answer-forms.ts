/**
 * What a question asks for: an amount of money, opening hours, a length of time, a way to reach somebody (`contact` is a
 * phone number or an email address), a name, or one time of day.
 */
export type AnswerKind = 'price' | 'hours' | 'duration' | 'phone' | 'email' | 'contact' | 'address' | 'person' | 'time';

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
  // "Lange Straße 12", "Rosa-Luxemburg-Platz 3", but not "auf Platz 3"
  String.raw`(?<!\p{L})(?:Stra(?:ß|ss)e|Str\.)\s\d|(?:\p{L}-|(?<!\p{L})\p{Lu}\p{Ll}{1,30}(?:e|e[nrs])\s)(?:Gasse|Weg|Allee|Platz|Ufer|Ring)\s\d{1,3}(?!\d|[.,]\d)`,
  // "Am Markt 3, 96047 Bamberg", "Im Winkel 4a, CH-8001 Zürich", but not "Im Tarif 2, 10000 Anfragen"
  String.raw`(?<!\p{L})(?:[AI]m|Zu[mr]|(?:An|Auf|In|Vor|Hinter|Unter|Bei) de[mnr])\s(?:\p{Lu}[\p{L}.-]{1,30}\s){1,2}\d{1,3}\s?[a-z]?,?\s(?:[A-Z]{1,2}-\d{4,5}|(?!19|20)\d{2,3}(?!00)\d\d)\s\p{Lu}\p{Ll}`,
  String.raw`(?<!\p{L})\p{Lu}[\p{L}.-]{1,30}\s\d{1,3}\s?[a-z]?,?\s(?:A|CH|D|DE|AT|NL|L)-\d{4,5}\s\p{Lu}\p{Ll}`,
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
    String.raw`(?:${clock})[^\n]{0,30}?(?:${clock})|(?:${looseClock}|${hour})\s?(?:[-–—~]|to|bis|à|às|a|до|tot|から)\s?(?:${looseClock})|(?<!\p{L})(?:[àa]s?|alle|um|at)\s(?:${looseClock})[^\n.!?]{0,25}\s(?:[àa]s?|alle|um|at)\s(?:${looseClock})|dalle (?:ore )?${hour}(?:[.:]\d{2})?\s?alle (?:ore )?${hour}`,
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

/** Characters of a text that are searched for the form of an answer. */
const maxText = 4_000;

/** Whether a text has an answer of this kind: an amount of money for a price. */
export function hasKind(kind: AnswerKind, text: string): boolean {
  return answering[kind].test(text.slice(0, maxText));
}
