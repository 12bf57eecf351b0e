import { type OwnQuestion, phrase } from './own-question.ts';

const germanTimes = '(?:offnungs|geschafts|sprech)zeiten';
const dutchTimes = 'openings(?:tijden|uren)';

/**
 * Questions for the opening hours of those who answer. In languages
 * in which its own words would find little, another is searched.
 */
export const hoursQuestions: readonly OwnQuestion[] = [
  {
    word: '',
    you: phrase(
      "(?:(?:what|which)(?: are|'re| is|'s|s)? )?your (?:(?:opening|business|office|shop|store|working) )?(?:hours|times)|when (?:(?:do|will) you (?:open|close)|are you(?: guys)? (?:open|closed))|(?:at )?what time do you (?:open|close)|(?:how late|until when) are you open|are you open(?: (?:now|today|tomorrow))?",
    ),
    they: phrase('(?:what are the )?(?:(?:opening|business|office) (?:hours|times)|hours)'),
  },
  { word: 'Öffnungszeiten', you: phrase('(?:wann|bis wann) (?:macht|habt) ihr (?:auf|zu)') },
  {
    word: '',
    you: phrase(
      `(?:wie|was) sind (?:eure|deine) ${germanTimes}|(?:wann|bis wann) (?:habt|offnet|schliesst) ihr(?: (?:geoffnet|offen|geschlossen))?`,
    ),
    they: phrase(
      `(?:(?:wie|was) sind (?:ihre|die) )?${germanTimes}|(?:wann|bis wann) (?:haben|offnen|schliessen) sie(?: (?:geoffnet|offen|auf|zu|geschlossen))?`,
    ),
  },
  {
    word: '',
    you: phrase(
      'quels sont vos horaires(?: (?:d )?ouverture)?|(?:a quelle heure|quand) (?:ouvrez|fermez|etes) vous(?: ouverts?| fermes?)?',
    ),
    they: phrase('(?:quels sont les )?horaires(?: (?:d )?ouverture)?'),
  },
  {
    word: '',
    you: phrase(
      '(?:cual es|cuales son) (?:sus?|vuestros?) horarios?(?: de apertura)?|(?:(?:a )?que hora|cuando) (?:abren|abris|cierran|cerrais)|que horario (?:tienen|teneis)',
    ),
    they: phrase('(?:cual es el )?horarios?(?: de apertura)?'),
  },
  {
    word: 'orario',
    you: phrase(
      'quali sono i vostri orari(?: di apertura)?|(?:a che ora|quando) (?:aprite|chiudete|siete (?:aperti|chiusi))|che orari[o]? (?:fate|avete)',
    ),
    they: phrase('orari[o]?(?: di apertura)?'),
  },
  {
    word: 'horario',
    you: phrase(
      '(?:qual e o|quais sao os) (?:vossos?|seus?) horarios?(?: de (?:funcionamento|abertura))?|(?:(?:a )?que horas|quando) (?:(?:e )?que )?(?:voces )?(?:abrem|fecham)',
    ),
    they: phrase('horarios? de (?:funcionamento|abertura)'),
  },
  {
    word: 'openingstijden',
    you: phrase(
      `wat zijn (?:jullie|uw) ${dutchTimes}|(?:wanneer|(?:tot )?hoe laat) (?:(?:zijn|gaan|sluiten) jullie|(?:bent|gaat|sluit) u)(?: (?:open|geopend|dicht|gesloten))?`,
    ),
    they: phrase(`(?:wat zijn de )?${dutchTimes}`),
  },
  {
    word: 'открыто',
    you: phrase(
      'какои у вас (?:режим|график) работы|(?:когда|во сколько|до скольки) вы (?:открыты|открываетесь|закрываетесь|работаете)',
    ),
    they: phrase('(?:режим|график|часы) работы'),
  },
  {
    word: '营业',
    you: phrase(
      '(?:你们|您|你) ?的? ?(?:营业 ?时间 ?是? ?(?:什么|多少|几点)? ?(?:时候)?|(?:什么 ?时候|几 ?点) ?(?:开门|关门|营业))',
    ),
    they: phrase('营业 ?时间'),
  },
  {
    word: 'مواعيد',
    you: phrase('ما (?:هي )?(?:ساعات|مواعيد|اوقات) (?:عملكم|دوامكم)|متي (?:تفتحون|تغلقون)'),
    they: phrase('(?:ما (?:هي )?)?(?:ساعات|مواعيد|اوقات) (?:العمل|الدوام)'),
  },
  {
    word: 'שעות',
    you: phrase('(?:מה |מהן )?שעות הפתיחה שלכם|מתי אתם (?:פותחים|סוגרים|פתוחים|סגורים)'),
    they: phrase('(?:מה |מהן )?שעות ה?פתיחה'),
  },
  {
    word: 'saatleri',
    you: phrase(
      '(?:calisma|acilis) saatleriniz(?: ne| nedir| neler)?|(?:saat kacta|ne zaman) (?:aciyorsunuz|kapatiyorsunuz|aciksiniz)',
    ),
    they: phrase('(?:calisma|acilis) saatleri'),
  },
  {
    word: 'godziny otwarcia',
    you: phrase(
      '(?:jakie (?:sa|macie) )?wasze godziny otwarcia|jakie macie godziny otwarcia|(?:kiedy|o ktorej) (?:jestescie (?:otwarci|czynni)|otwieracie|zamykacie)',
    ),
    they: phrase(
      '(?:jakie sa )?godziny otwarcia|(?:kiedy|o ktorej|do ktorej|w jakich godzinach) (?:jest )?(?:czynne|otwarte)',
    ),
  },
  {
    word: '',
    you: phrase(
      '(?:nar|hur lange) (?:har|ar|oppnar|stanger) ni(?: (?:oppet|stangt|oppna))?|(?:vilka|vad) ar era oppettider|(?:hvornar|nar) (?:har|er|abner|lukker|apner|stenger) (?:i|dere)(?: (?:abent|abne|lukket|apent|apne|stengt))?|hvad er jeres abningstider|hva er apningstidene deres',
    ),
    they: phrase('(?:vilka ar )?oppettider(?:na)?|abningstider(?:ne)?|apningstider'),
  },
  {
    word: 'auki',
    you: phrase('(?:milloin|mihin aikaan|mihin asti) (?:te )?(?:olette|avaatte|suljette)(?: (?:auki|avoinna|kiinni))?'),
    they: phrase('(?:mitka ovat )?aukioloajat'),
  },
  {
    word: 'nyitva',
    you: phrase(
      '(?:mikor|meddig|hany orakor) (?:vannak|vagytok|nyitnak|nyittok|zarnak|zartok)(?: (?:nyitva|zarva))?|mi(?:lyen)? (?:a )?nyitvatartas(?:uk|otok)?',
    ),
    they: phrase('(?:mi a )?nyitvatartas'),
  },
  {
    word: 'deschis',
    you: phrase('(?:cand|la ce ora|pana cand) (?:sunteti|deschideti|inchideti)(?: (?:deschis[ai]?|inchis[ai]?))?'),
  },
  { word: 'ανοιχτά', you: phrase('(?:ποτε|τι ωρα) (?:ειστε|ανοιγετε|κλεινετε)(?: (?:ανοιχτα|ανοιχτοι|κλειστα))?') },
  {
    word: '営業',
    you: phrase(
      '(?:お ?店 ?の ?)?営業 ?時間 ?(?:は|を)? ?(?:いつ|何 ?時)? ?(?:です ?か)? ?(?:教え ?て ?(?:ください|下さい))?|(?:お ?店 ?は ?)?何 ?時 ?(?:に|から|まで) ?(?:開(?![始催演会場])|閉(?![会演])|営業|やって)[\\p{Script=Hiragana}\\p{Script=Han} ]*',
    ),
  },
  {
    word: '영업시간',
    you: phrase(
      '영업 ?시간(?:이|은|을)?(?: (?:어떻게 되나요|어떻게 돼요|언제(?:인가요|예요)|알려 ?주세요))?|몇 ?시(?:에|까지|부터) (?:문 ?)?(?:여나요|열어요|여세요|닫나요|닫아요|하나요|해요|영업하나요|영업해요)',
    ),
  },
];
