import { type OwnQuestion, phrase } from './own-question.ts';

const germanTimes = '(?:offnungs|geschafts|sprech)zeiten';
const dutchTimes = 'openings(?:tijden|uren)';

/** Questions for the opening hours of those who answer. Texts have them in so many words that the question is searched. */
export const hoursQuestions: readonly OwnQuestion[] = [
  {
    word: '',
    you: phrase(
      "(?:(?:what|which)(?: are|'re| is|'s|s)? )?your (?:(?:opening|business|office|shop|store|working) )?(?:hours|times)|when (?:(?:do|will) you (?:open|close)|are you(?: guys)? (?:open|closed))|(?:at )?what time do you (?:open|close)|(?:how late|until when) are you open|are you open(?: (?:now|today|tomorrow))?",
    ),
    they: phrase('(?:what are the )?(?:(?:opening|business|office) (?:hours|times)|hours)'),
  },
  {
    word: '',
    you: phrase(
      `(?:wie|was) sind (?:eure|deine) ${germanTimes}|(?:wann|bis wann) (?:habt|offnet|schliesst) ihr(?: (?:geoffnet|offen|auf|zu|geschlossen))?`,
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
      '(?:cual es|cuales son) (?:sus?|vuestros?) horarios?(?: de apertura)?|(?:a que hora|cuando) (?:abren|abris|cierran|cerrais)|que horario (?:tienen|teneis)',
    ),
    they: phrase('(?:cual es el )?horarios?(?: de apertura)?'),
  },
  {
    word: '',
    you: phrase(
      'quali sono i vostri orari(?: di apertura)?|(?:a che ora|quando) (?:aprite|chiudete|siete (?:aperti|chiusi))|che orari[o]? (?:fate|avete)',
    ),
    they: phrase('orari[o]?(?: di apertura)?'),
  },
  {
    word: '',
    you: phrase(
      '(?:qual e o|quais sao os) (?:vossos?|seus?) horarios?(?: de (?:funcionamento|abertura))?|(?:a que horas|quando) (?:abrem|fecham)',
    ),
    they: phrase('horarios? de (?:funcionamento|abertura)'),
  },
  {
    word: '',
    you: phrase(
      `wat zijn (?:jullie|uw) ${dutchTimes}|(?:wanneer|(?:tot )?hoe laat) (?:(?:zijn|gaan|sluiten) jullie|(?:bent|gaat|sluit) u)(?: (?:open|geopend|dicht|gesloten))?`,
    ),
    they: phrase(`(?:wat zijn de )?${dutchTimes}`),
  },
  {
    word: '',
    you: phrase(
      'какои у вас (?:режим|график) работы|(?:когда|во сколько|до скольки) вы (?:открыты|открываетесь|закрываетесь|работаете)',
    ),
    they: phrase('(?:режим|график|часы) работы'),
  },
  {
    word: '',
    you: phrase(
      '(?:你们|您|你) ?的? ?(?:营业 ?时间 ?是? ?(?:什么|多少|几点)? ?(?:时候)?|(?:什么 ?时候|几 ?点) ?(?:开门|关门|营业))',
    ),
    they: phrase('营业 ?时间'),
  },
  {
    word: '',
    you: phrase('ما (?:هي )?(?:ساعات|مواعيد|اوقات) (?:عملكم|دوامكم)|متي (?:تفتحون|تغلقون)'),
    they: phrase('(?:ما (?:هي )?)?(?:ساعات|مواعيد|اوقات) (?:العمل|الدوام)'),
  },
  {
    word: '',
    you: phrase('(?:מה |מהן )?שעות הפתיחה שלכם|מתי אתם (?:פותחים|סוגרים|פתוחים|סגורים)'),
    they: phrase('(?:מה |מהן )?שעות ה?פתיחה'),
  },
  {
    word: '',
    you: phrase(
      '(?:calisma|acilis) saatleriniz(?: ne| nedir| neler)?|(?:saat kacta|ne zaman) (?:aciyorsunuz|kapatiyorsunuz|aciksiniz)',
    ),
    they: phrase('(?:calisma|acilis) saatleri'),
  },
  {
    word: '',
    you: phrase(
      '(?:jakie (?:sa|macie) )?wasze godziny otwarcia|jakie macie godziny otwarcia|(?:kiedy|o ktorej) (?:jestescie otwarci|otwieracie|zamykacie)',
    ),
    they: phrase('(?:jakie sa )?godziny otwarcia'),
  },
];
