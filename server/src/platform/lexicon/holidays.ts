/** Names of public holidays and words for them. */
const names = [
  // English
  String.raw`(?:public|bank|federal|national|legal) holidays?|holiday (?:hours|opening|schedule|season|times)|(?<!(?:my|your|our) )holidays|christmas|xmas|x-mas|boxing day|new year(?:['’]?s)?(?: eve| day)|thanksgiving|easter(?! (?:egg|european|bunn))|good friday|independence day|(?:4th|fourth) of july|july (?:4th|fourth)|labou?r day|memorial day|mlk day|st\.? patrick['’]?s day`,
  // German, Dutch
  String.raw`feiertag\p{L}*|weihnacht\p{L}*|heilig(?:er )?abend|heiligabend|silvester|neujahr\p{L}*|karfreitag|ostern|oster(?:sonntag|montag|samstag)|pfingst\p{L}*|himmelfahrt|fronleichnam|allerheiligen|rosenmontag|zwischen den jahren|1\. mai|3\. oktober|feestdag\p{L}*|kerst(?:mis|dag\p{L}*|avond)?|oudjaar\p{L}*|nieuwjaar\p{L}*|pasen|paas(?:dag|maandag)|pinkster\p{L}*|hemelvaart\p{L}*|koningsdag|bevrijdingsdag`,
  // French
  String.raw`jours? f[eé]ri[eé]s?|no[eë]l|r[eé]veillon|nouvel an|jour de l['’]an|p[aâ]ques|pentec[oô]te|ascension|toussaint|14 juillet|1er mai|8 mai|11 novembre`,
  // Spanish, Portuguese, Italian
  String.raw`(?:d[ií]as? )?festivos?|feriados?|navidad\p{L}*|nochebuena|nochevieja|a[nñ]o nuevo|d[ií]a de reyes|semana santa|viernes santo|jueves santo|natal|v[eé]spera de ano novo|ano novo|p[aá]scoa|sexta-feira santa|carnaval|giorn[oi] festiv[oi]|festivit[aà]|festivi|natale|capodanno|vigilia|pasqua|pasquetta|ferragosto|epifania|santo stefano`,
  // Swedish, Danish, Norwegian, Finnish
  String.raw`helgdag\p{L}*|r[oö]d(?:a)? dag\p{L}*|(?:p[aå]|i|om|under|til) jul|jul(?:en|afton|dagen|aften|dag)|annandag\p{L}*|ny[aå]r\p{L}*|midsommar\p{L}*|p[aå]sk\p{L}*|helligdag\p{L}*|p[aå]ske\p{L}*|pinse\p{L}*|juhannu\p{L}*|joulu\p{L}*|pyh[aä]päiv\p{L}*|pyhin[aä]|p[aä][aä]si[aä]i\p{L}*|vappu\p{L}*|uudenvuoden\p{L}*`,
  // Polish, Romanian, Hungarian, Turkish
  String.raw`święt\p{L}*|swieta|dni ustawowo wolne|bo[zż]e narodzenie|bo[zż]ego narodzenia|wigili\p{L}*|sylwest\p{L}*|nowy rok|wielkanoc\p{L}*|majówk\p{L}*|s[aă]rb[aă]to\p{L}*|cr[aă]ciun\p{L}*|pa[sș]te\p{L}*|revelion\p{L}*|ünnep\p{L}*|karácsony\p{L}*|húsvét\p{L}*|szilveszter\p{L}*|bayram\p{L}*|resmi tatil\p{L}*|yılbaşı\p{L}*`,
  // Russian, Greek
  String.raw`праздни\p{L}*|рождеств\p{L}*|новый год|новогодн\p{L}*|нов(?:ого|ому) год\p{L}*|пасх\p{L}*|αργί\p{L}*|γιορτ\p{L}*|χριστούγενν\p{L}*|πρωτοχρονιά\p{L}*|πάσχα`,
].join('|');
const named = new RegExp(
  String.raw`(?<!\p{L})(?:${names})(?!\p{L})|祝日|祭日|年末年始|正月|元日|元旦|大晦日|お盆|クリスマス|ゴールデンウィーク|节假日|节日|法定假|公众假期|假期|春节|国庆|中秋|端午|清明节|除夕|圣诞|공휴일|명절|설날|추석|연휴|크리스마스|(?:ال)?(?:عيد|أعياد|اعياد|عطل)(?!\p{L})|العطلات|رمضان|חגים|(?:ב|ה|ל)?חג(?!\p{L})|ערב חג|פסח|ראש השנה|יום כיפור|סוכות`,
  'iu',
);
/** A day of one year, or that every day of it is meant: "24.12.", "25 December", "365 days a year". */
const dated =
  /\d{4}-\d\d-\d\d|(?<![\d.:,])\d{1,2}[./]\s?(?:\d{1,2}[./](?!\d\d?:)|\p{L}{3,9}\s)|(?:jan|feb|dec|dez|déc|dic|gru|дек)\p{L}*\.? \d{1,2}(?![\d:])|\d{1,2}\.? (?:de )?(?:jan|feb|dec|dez|déc|dic|gru|дек|янв)|\d{1,2}月\d{1,2}[日号]|365|(?:every|each) day of the year|all year|ganzjährig|toute l['’]année|todo el año|todo o ano|tutto l['’]anno|het hele jaar|cały rok|круглый год|年中無休|全年/iu;
/** Characters of a text that are searched. */
const maxText = 4_000;

/** Whether a question or a text is about public holidays, on which the hours of other days say nothing: "an Feiertagen". */
export function namesHoliday(text: string): boolean {
  return named.test(text.slice(0, maxText));
}

/** A question without the first name of a holiday. */
export function removeHoliday(question: string): string {
  return question.slice(0, maxText).replace(named, ' ');
}

/** Whether the hours in a text may be those of holidays: it names one, the word for them, or a date. */
export function mayBeOfHoliday(text: string): boolean {
  const searched = text.slice(0, maxText);
  return named.test(searched) || dated.test(searched);
}
