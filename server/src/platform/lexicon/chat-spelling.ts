import { foldWord } from '../models/text/words.ts';
import { respell } from '../respell.ts';
import { detectLanguage, isLanguage, type Language } from './languages.ts';

/**
 * What people write in chats, and the words that it stands for, by language. Folded and spelt as `respell` writes it.
 * "Its" and "id" are words of their own.
 */
const lists: Partial<Record<Language, string>> = {
  en: `u=you ur=your urs=yours r=are yall=you youre=you're theyre=they're youve=you've weve=we've im=I'm ive=I've
    whats=what's wheres=where's whens=when's whos=who's hows=how's thats=that's theres=there's dont=don't doesnt=doesn't
    didnt=didn't cant=can't couldnt=couldn't wont=won't wouldnt=wouldn't shouldnt=shouldn't isnt=isn't arent=aren't
    wasnt=wasn't werent=weren't hasnt=hasn't havent=haven't wat=what wut=what wen=when pls=please plz=please thx=thanks
    thru=through gonna=going_to wanna=want_to gotta=have_to gimme=give_me lemme=let_me b4=before 2day=today
    2moro=tomorrow 2morrow=tomorrow tmrw=tomorrow tmr=tomorrow tmw=tomorrow tomoz=tomorrow 2nite=tonight tonite=tonight
    wknd=weekend wkend=weekend abt=about cuz=because coz=because bc=because ppl=people msg=message
    bday=birthday xmas=Christmas appt=appointment addr=address acct=account pw=password pwd=password qty=quantity
    nr=number num=number`,
  de: `gibts=gibt_es habts=habt_ihr seids=seid_ihr gehts=geht_es geht's=geht_es gibt's=gibt_es isses=ist_es vllt=vielleicht
    evtl=eventuell wg=wegen nr=Nummer telnr=Telefonnummer telefonnr=Telefonnummer handynr=Handynummer std=Stunden`,
  fr: `vs=vous ns=nous c=c'est cest=c'est g=j'ai jai=j'ai ya=il_y_a jpeux=je_peux jveux=je_veux jsuis=je_suis pk=pourquoi
    pq=pourquoi pkoi=pourquoi qd=quand cb=combien qq=quelque qqn=quelqu'un qqch=quelque_chose bjr=bonjour bsr=bonsoir
    slt=salut tt=tout ts=tous tjs=toujours tjrs=toujours ds=dans dc=donc pr=pour avc=avec ss=sans bcp=beaucoup
    rdv=rendez-vous num=numéro auj=aujourd'hui mtn=maintenant we=week-end`,
  es: `q=que k=que ke=que xq=por_qué pq=por_qué xk=por_qué porq=por_qué tb=también tmb=también dnd=dónde dnde=dónde
    cdo=cuándo cnd=cuándo cto=cuánto xa=para x=por bn=bien kiero=quiero tlf=teléfono tfno=teléfono ud=usted
    uds=ustedes hs=horas fds=fin_de_semana msj=mensaje`,
  pt: `vc=você vcs=vocês ce=você q=que pq=por_que tb=também tbm=também qto=quanto qnto=quanto qnt=quanto qdo=quando qnd=quando
    td=tudo hj=hoje amnh=amanhã pra=para pro=para_o ta=está fds=fim_de_semana obg=obrigado msg=mensagem`,
  it: `nn=non ke=che xke=perché xche=perché perke=perché dv=dove qnd=quando qnt=quanto x=per cn=con sn=sono tt=tutto
    cmq=comunque grz=grazie nr=numero qlc=qualcosa anke=anche`,
  nl: `wrm=waarom wnr=wanneer hvl=hoeveel jlie=jullie mss=misschien vd=van_de mn=mijn kheb=ik_heb tis=het_is nr=nummer
    telnr=telefoonnummer aub=alstublieft`,
  pl: `nr=numer kied=kiedy jst=jest bd=będzie tel=telefon ktora=która`,
  tr: `nerdesiniz=neredesiniz nerde=nerede varmi=var_mı yokmu=yok_mu acikmi=açık_mı acikmisiniz=açık_mısınız
    mumkunmu=mümkün_mü olurmu=olur_mu slm=selam mrb=merhaba tsk=teşekkürler nezaman=ne_zaman nekadar=ne_kadar bi=bir
    yapiyomusunuz=yapıyor_musunuz`,
  ru: `скока=сколько скок=сколько че=что чо=что щас=сейчас ща=сейчас када=когда пжл=пожалуйста пж=пожалуйста спс=спасибо
    тел=телефон`,
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
const minLength = 3;
/** A word that isn't part of a name or a formula, such as "R&D" and "C++". */
const word = /(?<![\p{L}\p{N}\p{M}&+./@#'’_-])[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)?(?![&+/@#_-]|\.\p{L})/gu;

/** A message with its chat spelling written out: "when r u open" as "when are you open". */
export function spellOut(message: string): string {
  if (message.length > maxLength) return message;
  const detected = detectLanguage(message);
  let best = { text: message, value: 0 };
  for (const [language, known] of words) {
    const { text, count, isCertain } = replaceWords(message, known);
    const isDetected = detected === language;
    // Of two languages with the same abbreviation, the detected one.
    const value = count + (isDetected ? 0.5 : 0);
    if (count < (isDetected || detected === undefined ? 1 : decisive) || value <= best.value) continue;
    const read = detectLanguage(text, language);
    if (read === language || (read === undefined && isCertain)) best = { text, value };
  }
  return best.text;
}

interface Replaced {
  readonly text: string;
  readonly count: number;
  /** One of the words is written so in no other language. */
  readonly isCertain: boolean;
}

function replaceWords(message: string, known: ReadonlyMap<string, string>): Replaced {
  let count = 0;
  let isCertain = false;
  const isLoud = !/\p{Ll}/u.test(message);
  const text = message.replaceAll(word, (written) => {
    // "Vitamin C", "Plan R"
    if (!isLoud && /^\p{Lu}$/u.test(written)) return written;
    const folded = respell(foldWord(written.toLowerCase()));
    const spelt = known.get(folded);
    if (spelt === undefined) return written;
    count += 1;
    isCertain ||= folded.length >= minLength && owners.get(folded) === 1;
    return spelt;
  });
  return { text, count, isCertain };
}
