import { foldWord } from '../models/text/words.ts';
import { respell } from '../respell.ts';
import { detectLanguage, isLanguage, type Language } from './languages.ts';

/**
 * Chat spelling and the words that people mean by it, by language. Folded and spelt as `respell` writes it.
 * Without those that are also words or names of goods: "its", "pro" and "cb" (a bank card in French).
 */
const lists: Partial<Record<Language, string>> = {
  en: `u=you ur=your urs=yours r=are yall=you youre=you're theyre=they're youve=you've weve=we've im=I'm ive=I've
    whats=what's wheres=where's whens=when's whos=who's hows=how's thats=that's theres=there's dont=don't doesnt=doesn't
    didnt=didn't cant=can't couldnt=couldn't wont=won't wouldnt=wouldn't shouldnt=shouldn't isnt=isn't arent=aren't
    wasnt=wasn't werent=weren't hasnt=hasn't havent=haven't wat=what wut=what wen=when pls=please plz=please thx=thanks
    thru=through gonna=going_to wanna=want_to gotta=have_to gimme=give_me lemme=let_me b4=before 2day=today
    2moro=tomorrow 2morrow=tomorrow tmrw=tomorrow tmr=tomorrow tmw=tomorrow tomoz=tomorrow 2nite=tonight tonite=tonight
    wknd=weekend wkend=weekend cuz=because ppl=people bday=birthday xmas=Christmas appt=appointment nr=number num=number`,
  de: `gibts=gibt_es habts=habt_ihr seids=seid_ihr gehts=geht_es geht's=geht_es gibt's=gibt_es isses=ist_es vllt=vielleicht
    evtl=eventuell nr=Nummer telnr=Telefonnummer telefonnr=Telefonnummer handynr=Handynummer`,
  fr: `vs=vous ns=nous c=c'est cest=c'est g=j'ai jai=j'ai ya=il_y_a jpeux=je_peux jveux=je_veux jsuis=je_suis pk=pourquoi
    pq=pourquoi pkoi=pourquoi qd=quand cb=combien qq=quelque qqn=quelqu'un qqch=quelque_chose bjr=bonjour bsr=bonsoir
    slt=salut tjs=toujours tjrs=toujours bcp=beaucoup rdv=rendez-vous num=numéro auj=aujourd'hui mtn=maintenant`,
  es: `q=que k=que ke=que xq=por_qué pq=por_qué xk=por_qué porq=por_qué tb=también tmb=también dnd=dónde dnde=dónde
    cdo=cuándo cnd=cuándo cto=cuánto x=por kiero=quiero tlf=teléfono tfno=teléfono ud=usted uds=ustedes
    fds=fin_de_semana`,
  pt: `vc=você vcs=vocês q=que pq=por_que tb=também tbm=também qto=quanto qnto=quanto qnt=quanto qdo=quando qnd=quando
    hj=hoje amnh=amanhã pra=para ta=está fds=fim_de_semana obg=obrigado`,
  it: `nn=non ke=che xke=perché xche=perché perke=perché dv=dove qnd=quando qnt=quanto x=per cmq=comunque grz=grazie
    nr=numero qlc=qualcosa anke=anche`,
  nl: `wrm=waarom wnr=wanneer hvl=hoeveel jlie=jullie mss=misschien vd=van_de mn=mijn kheb=ik_heb tis=het_is nr=nummer
    telnr=telefoonnummer aub=alstublieft`,
  pl: `nr=numer kied=kiedy jst=jest`,
  tr: `nerdesiniz=neredesiniz nerde=nerede varmi=var_mı yokmu=yok_mu acikmi=açık_mı acikmisiniz=açık_mısınız
    mumkunmu=mümkün_mü olurmu=olur_mu slm=selam mrb=merhaba tsk=teşekkürler nezaman=ne_zaman nekadar=ne_kadar bi=bir
    yapiyomusunuz=yapıyor_musunuz`,
  ru: `скока=сколько скок=сколько чо=что щас=сейчас ща=сейчас када=когда пжл=пожалуйста пж=пожалуйста спс=спасибо
    тел=телефон`,
};

/**
 * Where words are chat spelling that otherwise are names or other words, such as "u bolts", "Toys r us", "vitamine C", "talla x":
 * what is before and behind them. Both end at a space.
 */
const places: Readonly<Record<string, RegExp>> = {
  'en u':
    /(?:^|\b(?:do|did|can|could|will|would|should|are|r|were|have|if|that|when|where|what|how|why|who) )# (?:$|(?!bolts?|locks?|turns?|shapes?|values?)\S)|\S #(?:[?!.]*$| (?:guys|have|r|are)\b)/u,
  'en r':
    /# (?:u|ur|urs|you|your|yall|they|we|there|these|those|the|it|any)\b|\b(?:u|you|they|we|there|these|those) # /u,
  'en whats': /#(?! ?app\b)/u,
  'en im': /(?:^|\b(?:and|but|if|that|because|so|when|hi|hello|hey) )# /u,
  'en wat': /(?:^|\b(?:and|but|so) )# (?:r|is|are|time|do|does|kind|about|u|ur|the|days?)\b/u,
  'en wut': /(?:^|\b(?:and|but|so) )# (?:r|is|are|time|do|does|kind|about|u|ur|the|days?)\b/u,
  'en wen': /(?:^|\b(?:and|but|so) )# (?:r|is|are|do|does|can|will|u)\b/u,
  'en ppl': /\b(?:many|few|more|other|some|\d+) # /u,
  'en nr': /\b(?:phone|tel|mobile|ur|your|order) # /u,
  'en num': /\b(?:phone|tel|mobile|ur|your|order) # /u,
  'fr c':
    /(?:^|\b(?:bonjour|bjr|salut|slt|et|mais|que|si) )# (?:quoi|combien|cb|ou|quand|qd|a|possible|ouvert|ferme|gratuit|cher|payant|loin|pour|un|une|le|la|les|comment|quel|quelle|pas)\b/u,
  'fr g': /^# (?!\d)\S{2}/u,
  'fr vs': /# (?:etes|avez|\p{L}+ez)\b/u,
  'fr ns': /# \p{L}+ons\b/u,
  'fr cb': /(?:^|\b(?:c|ca|coute|coutent) )# (?!de\b|\d)|\b(?:c|ca|coute|coutent) #/u,
  'es q': /# \p{L}{2}/u,
  'es k': /# (?:horas?|precios?|dias?|es|tal|hay|tienen?|vale|cuesta|servicios?)\b/u,
  'es x': /# (?:favor|q|que|dia|persona|noche|hora|mes|semana)\b/u,
  'pt q': /# \p{L}{2}/u,
  'it x': /# (?:favore|persona|notte|giorno|ora|mese|quanto)\b/u,
};

const words = new Map<Language, ReadonlyMap<string, string>>(
  Object.entries(lists).flatMap(([language, list]) => {
    const pairs = list.split(/\s+/u).map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1).replaceAll('_', ' ')];
    });
    return isLanguage(language) ? [[language, new Map(pairs)] as const] : [];
  }),
);

const owners = new Map<string, number>();
for (const known of words.values()) for (const word of known.keys()) owners.set(word, (owners.get(word) ?? 0) + 1);

/** Longer messages are written with care, or pasted. */
const maxLength = 300;
/** So many words of another language decide against the detected one: "u" is also Dutch, and "no" Spanish. */
const decisive = 2;
/** Shorter words may be names or variables, unless the others show their language. */
const minLength = 4;
/** A word that isn't part of a name or a formula, such as "R&D" and "C++". */
const word = /(?<![\p{L}\p{N}\p{M}&+./@#'’_-])[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)?(?![&+/@#_-]|\.\p{L})/gu;

/** A message with its chat spelling written out: "when r u open" as "when are you open". */
export function spellOut(message: string): string {
  if (message.length > maxLength) return message;
  const detected = detectLanguage(message);
  let best = { text: message, value: 0 };
  for (const [language, known] of words) {
    const { text, rest, count, isCertain } = replaceWords(message, language, known);
    const isDetected = detected === language;
    // Of two languages with the same abbreviation, the detected one.
    const value = count + (isDetected ? 0.5 : 0);
    if (count < (isDetected || detected === undefined ? 1 : decisive) || value <= best.value) continue;
    const read = detectLanguage(text, language);
    // One word that is written out would show its language by itself.
    const ofRest = isCertain ? undefined : detectLanguage(rest, language);
    const isShown = isCertain || ofRest === language || (ofRest === undefined && count >= decisive);
    if (isShown && (read === language || (read === undefined && isCertain))) best = { text, value };
  }
  return best.text;
}

interface Replaced {
  readonly text: string;
  /** The other words. */
  readonly rest: string;
  readonly count: number;
  /** One of the words is written so only in this language. */
  readonly isCertain: boolean;
}

function replaceWords(message: string, language: Language, known: ReadonlyMap<string, string>): Replaced {
  let count = 0;
  let isCertain = false;
  const isLoud = !/\p{Ll}/u.test(message);
  const replace = (instead: (spelt: string) => string): string =>
    message.replaceAll(word, (written, at: number) => {
      const before = message.slice(0, at);
      // "Vitamin C", "BC", "Wat Pho", but not the first word of a sentence.
      const isName = /^\p{Lu}{2}/u.test(written) || (/^\p{Lu}/u.test(written) && /[^.?!\s]\s*$/u.test(before));
      if (!isLoud && (isName || (before === '' && /^\p{Lu}$/u.test(written)))) return written;
      const folded = fold(written);
      const spelt = known.get(folded);
      if (spelt === undefined) return written;
      const behind = message.slice(at + written.length);
      // "Nr. 5", "1 TB"
      if (/^\.?\s*\d/u.test(behind) || (/\d\s*$/u.test(before) && folded !== 'ppl')) return written;
      const around = `${fold(before)}#${fold(behind)}`;
      if (places[`${language} ${folded}`]?.test(around) === false) return written;
      count += 1;
      isCertain ||= isOnlyChat(folded, around);
      return instead(spelt);
    });
  const rest = replace(() => '');
  count = 0;
  return { text: replace((spelt) => spelt), rest, count, isCertain };
}

/** Short words that only chats in one language have. */
const onlyChat: ReadonlySet<string> = new Set('ur vcs pls plz thx bjr bsr slt bcp xke wrm wnr hvl grz'.split(' '));
/** Single letters that the words beside them make as certain. */
const certainPlaces: Readonly<Record<string, RegExp>> = {
  u: /\br #|# r\b|^# (?:guys|open|close|deliver|sell|have|ship|take|accept|offer|got)\b/u,
  r: /\bu #|# u\b/u,
  c: /^# (?:quoi|combien|ouvert|ferme|gratuit|possible|quand|comment)\b/u,
  k: /# (?:horas?|precios?|dias?|tal)\b/u,
};

/** Whether a word is chat spelling in any language of the rest. */
function isOnlyChat(folded: string, around: string): boolean {
  if (onlyChat.has(folded) || certainPlaces[folded]?.test(around) === true) return true;
  return folded.length >= minLength && owners.get(folded) === 1;
}

function fold(text: string): string {
  return respell(foldWord(text.toLowerCase())).replaceAll(/\s+/gu, ' ');
}
