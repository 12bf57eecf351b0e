import { respell } from '../../respell.ts';
import { splitWords } from '../text/words.ts';

export type CourtesyKind = 'greeting' | 'thanks' | 'goodbye';

/**
 * What people say besides questions, in the languages of the replies. Words that alone may ask for something, such as
 * "evening", are only in phrases.
 */
const expressions: Readonly<Record<CourtesyKind, readonly string[]>> = {
  greeting: [
    'hello, hi, hey, hiya, howdy, greetings, yo, good morning, morning, good afternoon, good evening, good day',
    'hallo, hallöchen, moin, servus, tag, grüezi, guten morgen, guten tag, guten abend, grüß gott, grüß dich',
    'bonjour, salut, bonsoir, coucou, hola, buenas, buenos días, buen día, buenas tardes, buenas noches',
    'ciao, salve, buongiorno, buonasera, buon giorno, buona sera, olá, oi, bom dia, boa tarde, boa noite',
    'hoi, dag, goedendag, goedemorgen, goedemiddag, goedenavond, goede morgen, goede middag, goede avond',
    'hej, hei, hejsan, god dag, god morgen, god morgon, god kväll, god aften',
    'привет, здравствуйте, здравствуй, добрый день, доброе утро, добрый вечер, привіт, вітаю, добрий день',
    'witam, cześć, dzień dobry, dobry wieczór, selam, merhaba, günaydın, iyi günler, iyi akşamlar',
    'مرحبا, مرحبًا, أهلا, أهلًا, أهلا وسهلا, سلام, السلام, السلام عليكم, صباح الخير, مساء الخير',
    'שלום, היי, אהלן, בוקר טוב, ערב טוב, צהריים טובים, नमस्ते',
    '你好, 您好, 嗨, 早上好, 下午好, 晚上好, 大家好, こんにちは, こんばんは, おはよう, おはようございます, はじめまして',
    '안녕, 안녕하세요, 안녕하십니까',
  ],
  thanks: [
    'thanks, thank, thx, ty, cheers, danke, dankeschön, vielen dank, merci, gracias, grazie, obrigado, obrigada',
    'bedankt, dank, dankjewel, tack, tak, takk, tak for hjælpen, tack för hjälpen, kiitos',
    'dziękuję, dziękujemy, dzięki, teşekkürler, teşekkür, sağol, sağolun, sağ ol, sağ olun',
    'спасибо, благодарю, дякую, شكرا, شكرًا, תודה',
    '谢谢, 謝謝, 多谢, 多謝, 感谢, ありがとう, ありがとうございます, ありがとうございました',
    '감사합니다, 감사해요, 고맙습니다, 고마워요, 고마워',
  ],
  goodbye: [
    'bye, goodbye, good bye, good night, farewell, see you, see you later, see you soon, take care',
    'have a nice day, have a good day, have a great day, tschüss, tschau, auf wiedersehen, wiedersehen, gute nacht',
    'bis bald, bis später, bis dann, bis morgen, schönen tag noch, schönen abend noch',
    'au revoir, revoir, bonne journée, bonne soirée, bonne nuit, à bientôt, à plus tard, à demain',
    'adiós, chao, hasta luego, hasta pronto, hasta mañana, arrivederci, buona giornata, buona serata, buona notte, a presto',
    'adeus, tchau, até logo, até mais, até breve, até amanhã, doei, tot ziens, tot straks, tot later, fijne dag',
    'hej då, farvel, ha det, ha det bra, пока, до свидания, до встречи, всего доброго, всего хорошего, до побачення',
    'do widzenia, widzenia, na razie, miłego dnia, görüşürüz, hoşça kal, hoşça kalın, hoşçakal, güle güle',
    'مع السلامة, إلى اللقاء, وداعا, وداعًا, להתראות, ביי, יום טוב, לילה טוב',
    '再见, 再見, 拜拜, さようなら, またね, 失礼します, 안녕히 계세요, 안녕히 가세요, 잘 있어요',
  ],
};

/** Words that people say beside them. */
const fillers = [
  'good there you so much very everyone everybody all again dear team and a the day how are is it going doing what’s up',
  'today for your help that was great ok okay perfect super lot lots many see bot assistant',
  'guten au und y e et morgen vielen besten herzlichen lieben schon schönen sehr dir ihnen auf bis bald noch abend für die',
  'hilfe zusammen beaucoup bien pour votre aide à tous infiniment muchas muchisimas mil por su tu ayuda días tardes noches',
  'muito muita dia tarde noite pela ajuda mille molte tante per aiuto l’aiuto je wel u hartelijk voor hulp daar veel zeer',
  'så mycket mange tusen dobry do bardzo za pomoc cok çok ederim ederiz kal kalın большое огромное за помощь всем вам дуже',
  'مع عليكم جزيلا جزيلًا لك لكم صباح مساء الخير كثيرا רבה לכם לך מאוד על העזרה',
  '你 您 非常 大家 どうも 정말 대단히',
].join(' ');

const normalise = (text: string): string => splitWords(text).map(respell).join(' ');

/** Maximum words of an expression: scripts without spaces are divided into short ones. */
const maxWords = 6;
const kinds = new Map<string, CourtesyKind>();
for (const kind of ['greeting', 'thanks', 'goodbye'] as const)
  for (const expression of expressions[kind].join(',').split(',')) kinds.set(normalise(expression), kind);
const fillerWords = new Set(fillers.split(' ').flatMap((word) => normalise(word).split(' ')));

/** The kinds of the expressions of which a text consists; null if it has other words. */
export function readCourtesies(text: string): Set<CourtesyKind> | null {
  const words = splitWords(text).map(respell);
  const found = new Set<CourtesyKind>();
  for (let at = 0; at < words.length;) {
    const length = measureExpression(words, at);
    if (length === 0 && !fillerWords.has(words[at] ?? '')) return null;
    const kind = kinds.get(words.slice(at, at + length).join(' '));
    if (kind !== undefined) found.add(kind);
    at += Math.max(length, 1);
  }
  return found;
}

/** Number of words of the longest expression that begins here. */
function measureExpression(words: readonly string[], at: number): number {
  for (let length = maxWords; length > 0; length -= 1)
    if (at + length <= words.length && kinds.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}
