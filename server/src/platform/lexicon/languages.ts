/** Languages that can be detected; those with a stemmer are listed in terms.ts. */
export type Language =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'it'
  | 'pt'
  | 'nl'
  | 'sv'
  | 'da'
  | 'no'
  | 'fi'
  | 'ro'
  | 'hu'
  | 'tr'
  | 'pl'
  | 'ru'
  | 'ar'
  | 'he'
  | 'el'
  | 'ja'
  | 'ko'
  | 'zh';

/**
 * Frequent words that few other languages have, without accents; a text's language is the one with the most matches.
 */
const frequent: Partial<Record<Language, string>> = {
  en: 'the of and to is in that it for you with on are be this have how what do does can my your we our where when which i not from at will was there who why many much long should would if an or by as hello hi thanks thank hey bye goodbye',
  de: 'der die das und ist nicht ein eine ich sie mit fur auf dem den des zu wie was wo wann kann mein ihr wir es von im werden wird haben auch bei oder wer warum welche gibt man sind nach uber aus zum zur meine einen einem wieviel viele lange darf soll hallo guten tag danke vielen dank tschuss moin servus um dankeschon',
  fr: 'le la les des est et une un du pour que qui dans vous je nous il elle sur avec pas ce cette comment quel quelle ou mon ma votre au aux sont par plus quand combien puis peut faut faire pourquoi quels quelles mes vos de en bonjour salut merci bonsoir beaucoup tu es ai as avez etes coucou bientot',
  es: 'el la los las de que y es en un una por con para como del se no su mi cuando donde puedo cual cuanto esta son al lo mas hay tiene pero o cuantos cuales debo hacer usted ustedes donde quien tengo sirve hola gracias buenos buenas adios hace hoy eres estoy tu tus dime hasta luego chao cuesta cuestan',
  it: 'il la di che e un una per non con come del della dei sono si mi quando dove posso quale quanto i gli le nel ho mio cosa alla al da su anche piu questo questa chi perche quanti devo fare ogni ciao grazie buongiorno buonasera arrivederci tu giornata costa costano',
  pt: 'o a os as de que e um uma para com nao do da em como por se meu minha quando onde posso qual quanto no na dos das ao mais voce seu sua sao tem foi quais quantos preciso fazer ou pelo pela isso ola obrigado obrigada bom boa dia tu oi adeus tchau custa custam',
  nl: 'de het een en van is ik op te dat niet voor met die mijn hoe wat waar wanneer kan je wij zijn bij of naar als er om welke aan uit wordt worden heb heeft ook deze dit u uw moet hoeveel lang wie waarom dank bedankt goedemorgen goedendag goedemiddag hoi doei dankjewel ziens straks',
  sv: 'och att det som en ett ar jag inte for pa med av den till hur vad nar kan min har om var du vi man vilka mitt',
  da: 'og at det som en et er jeg ikke for pa med af den til hvordan hvad hvor nar kan min har om du vi man hvilke mit der',
  no: 'og at det som en et er jeg ikke for pa med av den til hvordan hva hvor nar kan min har om du vi man hvilke mitt der',
  fi: 'ja on ei se etta oli joka ovat kun mita miten missa voin kuinka olen mina minun voi tai jos mutta',
  ro: 'si de la in este un o cu pe nu care pentru cum ce unde cand pot sa din sunt al mai imi cat',
  hu: 'a az es hogy nem egy van ez is hogyan mit mi hol mikor lehet meg vagy de ha kell mennyi',
  tr: 've bir bu da de icin ne nasil nerede zaman ile mi mu var benim olarak cok daha gibi kac hangi merhaba selam iyi gule',
  pl: 'i w z na do nie to jest sie jak co czy kiedy gdzie ile moge mozna mam macie dla po od przy za jaki jaka jakie ktory ktora ktore ktorej jestescie sa lub oraz dzien dobry dziekuje prosze wasz wasze przez kosztuje widzenia witam',
};

const known: ReadonlySet<string> = new Set([...Object.keys(frequent), 'ru', 'ar', 'he', 'el', 'ja', 'ko', 'zh']);
const owners = new Map<string, Language[]>();
for (const [language, list] of Object.entries(frequent))
  for (const word of new Set(list.split(' ')))
    if (isLanguage(language)) owners.set(word, [...(owners.get(word) ?? []), language]);

/** Whether a folded lower-case word is typical of the language and unrelated to the subject of a text. */
export function isFrequentWord(word: string, language: Language): boolean {
  return owners.get(word)?.includes(language) === true;
}

/** Letters that distinguish languages of one script when words don't. */
const letters: readonly (readonly [RegExp, Language, number])[] = [
  [/[ß]/u, 'de', 2],
  [/[äöü]/u, 'de', 0.6],
  [/[ñ¿¡]/u, 'es', 2],
  [/[ãõ]/u, 'pt', 2],
  [/[éêáóç]/u, 'pt', 0.2],
  [/[éèêçœ]|\b(?:qu|l|d|j|c|n|s)['’]/u, 'fr', 0.6],
  [/[áíóú]/u, 'es', 0.4],
  [/[òù]|\b(?:dell|nell|all|l|un)['’]/u, 'it', 0.6],
  [/oo|ee/u, 'en', 0.15],
  [/\bij|ij\b|aa|oo|ee/u, 'nl', 0.15],
  [/[å]/u, 'sv', 0.5],
  [/[æø]/u, 'da', 0.6],
  [/[ăâîșț]/u, 'ro', 0.8],
  [/[őű]/u, 'hu', 2],
  [/[ğışİ]/u, 'tr', 1],
  [/[ąęłśźż]/u, 'pl', 1.5],
  // "Ile" is "how much", and in Turkish "with", which begins no sentence.
  [/^(?:a )?ile\b/u, 'pl', 0.6],
  // These languages have letters of others, which show them only if they are expected.
  [/[çöü]/u, 'tr', 0.2],
  [/[äö]/u, 'sv', 0.2],
  [/[äö]/u, 'fi', 0.2],
  [/[áéíóöúü]/u, 'hu', 0.2],
  // French has none of these letters, and é is in many other languages.
  [/[áíóúñãõ]/u, 'fr', -1],
  // Czech and Slovak have many words of Polish, but other letters.
  [/[áíúýčďěňřšťůž]/u, 'pl', -2],
];

const scripts: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
];

/** The part of a long text that is read. */
const maxCharacters = 1_500;

/** Whether a stored or given value is a detectable language. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && known.has(value);
}

/** Frequent characters, most of them simplified, that Japanese doesn't write: "停车场" is only Chinese, "住所" either. */
const onlyChinese =
  /[你您们們吗嗎么麼怎哪请这吧说谁时间开关门价钱电话问营业网币费过还从对买卖给让车场张钟实书现预订单换货运险约证员务馆厅层发无线码]/u;

/**
 * The most likely language of a text; undefined if it can't be detected, as for a name or a number. `expected`, the
 * language of the documents in which a question is asked, is preferred to one that is hardly more likely.
 */
export function detectLanguage(text: string, expected?: Language): Language | undefined {
  const sample = text.slice(0, maxCharacters).toLowerCase();
  if (/^[\x20-\x7e\s]*$/u.test(sample)) return /[a-z]/u.test(sample) ? detectByWords(sample, expected) : undefined;
  const all = sample.match(/\p{L}/gu)?.length ?? 0;
  if (all === 0) return undefined;
  for (const [script, language] of scripts) {
    const found = sample.match(script)?.length ?? 0;
    // Half of a Japanese sentence are Chinese characters, and a name in another script does not decide the language of
    // a text.
    if (found > all * (language === 'ja' ? 0.1 : 0.2))
      return language === 'zh' && expected === 'ja' && !onlyChinese.test(sample) ? 'ja' : language;
  }
  return detectByWords(sample, expected);
}

/** Share of the best language's points with which the expected one is preferred. */
const hardlyLess = 0.6;

function detectByWords(sample: string, expected: Language | undefined): Language | undefined {
  const points = new Map<Language, number>();
  const add = (language: Language, value: number): unknown => points.set(language, (points.get(language) ?? 0) + value);
  const folded = sample.normalize('NFKD').replace(/[\u0300-\u036f]/gu, '');
  let count = 0;
  let hasWord = false;
  for (const [word] of folded.matchAll(/\p{L}+/gu)) {
    count += 1;
    const languages = owners.get(word) ?? [];
    hasWord ||= languages.length > 0;
    // A single letter may also be a variable or an initial.
    const weight = word.length === 1 ? 0.3 : 1;
    for (const language of languages) add(language, weight / Math.sqrt(languages.length));
  }
  for (const [letter, language, value] of letters)
    // English has too few letters of its own to be recognised without one of its words.
    if (letter.test(sample) && (language !== 'en' || points.has('en'))) add(language, value * Math.sqrt(count) * 0.5);
  const [best] = [...points].toSorted((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < 0.5) return undefined;
  // A letter alone, such as the ê of "vocês", is in several languages.
  if (!hasWord && expected !== undefined && (points.get(expected) ?? 0) > 0) return expected;
  return expected !== undefined && (points.get(expected) ?? 0) >= best[1] * hardlyLess ? expected : best[0];
}
