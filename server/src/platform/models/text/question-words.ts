import type { Language } from '../../lexicon/languages.ts';

/**
 * More stop words, mainly question words, without accents. They apply only to text in their language: "hat" is a verb
 * in German and a noun in English.
 */
const lists: Partial<Record<Language, string>> = {
  en: `whats hows wheres whos dont doesnt didnt cant wont im ive ur u hey pls plz kindly sir madam exactly currently usually normally roughly
    approximately`,
  de: `guten fragen frage wollte wollten gerne brauchte habt seid euch uns lassen lasst lass heißt heisst heißen heissen hab weiss weiß wissen nichts jemand niemand irgendwo irgendwas irgendwie solche solcher solches solchen brauche brauchst braucht brauchen moin servus hey wann warum wieso weshalb welche welcher welches welchen welchem wieviel wieviele habe hast hatte hatten gibt gab geht
    muss mussen musste musst kannst konnen konnte konnten konnt soll sollen sollte darf durfen durfte werde wurde wurden worden
    mehr viel viele vielen alle alles etwas jede jeder jedes jeden meine meinen meinem meiner deine deinen seine seinen ihre
    ihren ihrem unser unsere euer eure diesen diesem vor seit bis gegen ohne zwischen durch unter wenn ob dann denn dort hier
    machen macht mache tun tut bitte danke hallo lange oft weit eigentlich mal gern sehr schon wollen will mochte mochten komme kommt kommen finde findet bekomme bekommt passiert genau ungefahr
    normalerweise ublicherweise finden liegt`,
  fr: `beaucoup combien quand pourquoi quels quelles quoi ou faut faire peut peux puis pouvez pouvons peuvent dois doit devez devrait
    sans sous entre aussi plus tres bien ont avoir avez avons ai suis sommes etes etait cela ca ceci celui celle chaque tout
    tous toute toutes donc si leurs leur depuis vers chez quel merci bonjour veux voudrais fais ete sera soit cet encore
    bonsoir salut svp aimerais aimerait souhaite pourrais pourrait pourriez voudriez vais va allez stp exactement
    environ actuellement habituellement quelque quelques chose quelqu'un rien sais savoir trouver trouve trouvez trouvent situe situes`,
  es: `queria querria preguntar cuanto cuanta cuantos cuantas cuales puedo puede pueden podemos debo debe deben tengo tiene tienen hacer hago hace haces
    soy somos estoy estan fue sera cada todo toda todos todas otro otra ni mis tus nuestro nuestra gracias hola quiero hasta
    cuyo aunque entonces aqui alli eso esos esa esas ese le les os donde segun tras durante usted ustedes
    teneis habeis podeis necesito necesita necesitan quisiera podria podrian podrias buenas buenos favor quiere quieren exactamente
    aproximadamente actualmente normalmente alguien alguno alguna algunos algunas nada nadie saber porfa estais sois encuentro encuentra encuentran encontrar`,
  pt: `quanto quanta quantos quantas quais posso pode podem podemos devo deve tenho tem temos fazer faco faz foi ser estou esta
    estao ja ate sem cada todo toda todos todas outro outra meus minhas nosso nossa voces obrigado obrigada ola quem porque
    quero pelos pelas num numa ainda entao aqui isto esse essa esses essas aquele aquela onde ter ha
    preciso precisa gostaria queria poderia podes tens exatamente
    aproximadamente atualmente normalmente algum alguma alguns algumas alguem nada sei saber encontro encontra encontram encontrar fica ficam ficar vos vosso vossa vossos vossas`,
  it: `posso puo possono possiamo quanto quanti quanta quante quali dove quando perche devo deve devono fare faccio fa ho hai
    hanno abbiamo sia ogni tutto tutti tutte tutta altro altra senza nostro nostra mio mia miei mie tuo tua suo sua loro lo
    gli degli delle dello agli alle allo alla ai nei nelle negli nello dalla dai dalle sulla sui sulle anche ed ad grazie
    ciao essere stato molto cui quindi ancora questi queste quella quelli vostro voi noi lei lui
    vorrei potrei potrebbe avete siete volete buongiorno salve esattamente circa attualmente
    normalmente qualcosa qualcuno qualche niente nulla sapere trovo trova trovate trovano trovare trovarvi vi`,
  nl: `wanneer waarom welke welk hoeveel moet moeten wil willen heb heeft hebben had wordt worden werd ben mag mogen gaat gaan
    doe doet doen door tot nog ook meer maar als dan geen ons onze jullie jij je u uw zij hun hen zich alle elke elk iets
    hier daar kunnen kunt zou zullen zal mij me hem haar bent hallo bedankt veel lang waarmee waarvoor worden
    iemand niets weet weten     vind vindt vinden zit zitten`,
  sv: `nar var vad hur vilken vilka varfor kan ska skall maste har hade jag du vi ni de mig dig min din och att det som en ett ar
    inte for pa med av den till om man mycket manga lange finns fran under utan eller`,
  da: `hvornar hvor hvad hvordan hvilken hvilke hvorfor kan skal ma har havde jeg du vi i de mig dig min din og at det som en et
    er ikke for pa med af den til om man meget mange lange findes fra under uden eller`,
  no: `nar hvor hva hvordan hvilken hvilke hvorfor kan skal ma har hadde jeg du vi dere de meg deg min din og at det som en et er
    ikke for pa med av den til om man mye mange lenge finnes fra under uten eller`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из
    ему когда даже ну ли если уже или ни быть был него до вас нибудь вам мы она они тут где есть надо ней для мой мои моя мое
    кто чтобы какой какая какие какое какова каков сколько почему зачем можно нужно ваш ваша ваши наш наши при об это этот эта
    эти тот та те того этого этом чем чего чему который которая которые которым которой которого могу может можете делать
    сделать куда откуда без под над ли стоит будет будут очень также свой своя свои себя себе там тогда пожалуйста спасибо`,
  ar: `ما ماذا هل كيف متى أين من في على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين أن ان إن لا لم لن ليس قد هو هي هم أنا
    انا نحن أنت كم لماذا أي اي كل بعض أو او ثم إذا اذا عند عندما بعد قبل بين حتى يمكن يمكنني كان كانت يكون أستطيع لي لك له
    لها وما وكيف وهل وكم وماذا ومتى وأين ولماذا بها به فيه فيها منه منها عليه عليها يجب علي غير أحضر معي
    بدي بدنا وين شو ايش ليش لو سمحت سمحتم اريد أريد ممكن مرحبا السلام عليكم شكرا عندي عندكم لديكم أنتم انتم يمكننا`,
  he: `מה איך מתי איפה היכן האם של את אני אתה הוא היא אנחנו הם על עם זה זאת זו יש אין לי לך לו לה לנו אפשר ניתן כמה למה מדוע
    מי איזה איזו כל או גם אם כי לא כן אל מן בין עד אחרי לפני רק עוד צריך צריכה יכול יכולה אפשרי להיות היה היתה ואיך ומה
    ומתי וכמה שלי שלך שלנו בו בה אותו אותה אלה אתם אתן אתכם איתכם לכם שלכם היכן כיצד לוקח יש`,
  tr: `ne nedir nasıl nasil nerede nereden nereye neresi kaç kac hangi hangisi kim kime kimin mı mi mu mısınız misiniz musunuz mıyım miyim muyum
    mıdır midir mudur var yok ben biz siz sen benim bizim sizin senin bana bize size bir bu şu su o ve veya ya da de ile icin için kadar gibi
    daha çok cok olarak zaman lazım lazim gerekli gerekir gerekiyor istiyorum isterim merhaba selam lütfen lutfen teşekkürler tesekkurler`,
  pl: `chcialbym chcialabym zapytac i w we z ze na do od po za o u przy przez dla pod nad bez nie tak to ten ta te tego tej tych jest są sa być byc było bylo ja ty my wy
    on ona mnie mi wam was wami wasz wasza wasze wasi waszego mój moj moja moje moich mogę moge można mozna możecie mozecie czy jak co kto kiedy gdzie
    skad dokad ile jaki jaka jakie jakich który ktory ktora ktore ktorej dlaczego sie mam ma macie mają maja mieć miec jesteście jestescie
    jestem chce chciałbym chciałabym potrzebuje trzeba musze prosze dziekuje dzien dobry witam jeszcze juz tez także takze lub albo oraz
    a ale bo długo`,
  fi: `mika mita missa milloin miten kuinka miksi kuka onko voiko voinko voi saako saan saa on olen olet ovat olette teilla teidan
    minun meidan ja tai etta joka myos ei en han se ne te me mahdollista paljon monta kauan pitaa`,
  hu: `mi mit mik hol hova mikor hogyan hogy miert ki kinek van vannak vagy vagytok lehet lehetseges tudok tudnak kell kellene az es de
    nem is meg egy ez ezt azt nekem nekunk onok onoknek ti szeretnek mennyi mennyit hany sok mar csak`,
  ro: `ce cum cand unde care cat cata cati cate cine este sunt sunteti aveti am are pot poate puteti putem trebuie si sau cu pe la
    in din de pentru un o nu mai imi va vreau as posibil se ma`,
  el: `και το τα η ο οι των του της τη την τον στο στη στην στον στα με σε για απο που πως τι ποτε πρεπει μπορω ειναι εχω εχει να
    θα δεν μη αν η μου σου μας σας ποσο ποσα ποιο ποια ποιος γιατι`,
  ja: `ありま ありませ は が を に で と の も へ や か な ね よ です ます か だ である する し て た ない から まで より こと もの それ これ あれ どれ どこ
    いつ なに 何 どう どの どんな なぜ いくら いくつ 誰 だれ ください 下さい できる でき ました ません ん う お ご い いる ある あり れる られる
    たい よう そう この その あの ここ そこ けれど また いい 良い 方法 とき 時 ため について 教え 教えて 私 あなた`,
  ko: `돼요 되요 있어요 해주세요 알려주세요 주세요 싶어요 안녕하세요 감사합니다 내야 어떻게 무엇 무엇을 무엇인가요 뭐 언제 어디 어디서 어디에 얼마 얼마나 얼마를 얼마인가요 왜 누구 누가 몇 하나요 인가요 있나요 되나요 합니까
    입니까 하죠 해요 할까요 있습니까 수 것 그 이 저 등 및 또는 그리고 하는 있는 좀 제 내 저는 나는 제가 내가 를 을 은 는 이 가 의 에 와 과
    도 로 으로 에서 까지 부터 하려면 하면 어떤 무슨 어느 가능한가요 할 수있나요`,
  zh: `的 了 吗 呢 是 什么 怎么 多少 如何 可以 我 你 您 在 和 有 哪里 哪儿 为什么 怎样 能 能否 请问 请 吧 啊 就 也 都 与 或 及 对 从 到 把 被
    这 那 这个 那个 哪 哪个 哪些 几 会 要 要不要 不 没有 没 我们 你们 他们 它 他 她 上 下 中 里 时候 什么时候 多久 多大 多长 怎么办 应该 需要
    一个 一 个 为 以 而 之 其 等`,
};

const sets = new Map(Object.entries(lists).map(([language, list]) => [language, new Set(list.split(/\s+/u))]));

/** Endings and particles of Japanese, at which words are separated; nouns are written differently. */
const particle = /^\p{Script=Hiragana}{1,2}$/u;

/**
 * Whether a folded lower-case word of a text in this language is a stop word, in addition to those of all languages.
 */
export function isQuestionWord(word: string, language: Language): boolean {
  return sets.get(language)?.has(word) === true || (language === 'ja' && particle.test(word));
}
