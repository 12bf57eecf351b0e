/** Of two that fit equally well, the first is used. */
const encodings = ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'];
/** Half of the letters of a text in Russian, Ukrainian, Belarusian, Bulgarian or Serbian, and a third in a wrong encoding. */
const frequent = /[аеиіонтрсв]/gu;
const minFrequent = 0.5;
/** Share of the characters outside ASCII that are in words with at most one capital, or only capitals. */
const minShaped = 0.85;

/**
 * The encoding of a text in Cyrillic letters; undefined for other texts. The general guess knows only Russian, takes
 * Ukrainian for Hebrew, and lacks the encodings of DOS and Macintosh.
 */
export function guessCyrillic(sample: Uint8Array): string | undefined {
  let best: { encoding: string; score: number } | undefined;
  for (const encoding of encodings) {
    const score = rateText(new TextDecoder(encoding).decode(sample));
    if (score > (best?.score ?? 0)) best = { encoding, score };
  }
  return best?.encoding;
}

/** What is printed between words in these languages; in a wrong encoding, it looks like letters. */
const marks = /[«»„“”‘’…–—№\u00a0]/gu;

/** How much a text looks like one in Cyrillic letters: 0 if it doesn't, at most 1. */
function rateText(text: string): number {
  const foreign = count(text, /[^\0-\x7f]/gu);
  let shaped = count(text, marks);
  for (const [word] of text.matchAll(/\p{L}+/gu))
    if (/^(?:[А-ЯЀ-ЏҐ]?[а-яѐ-џґ]+|[А-ЯЀ-ЏҐ]+)$/u.test(word)) shaped += word.length;
  const usual = count(text.toLowerCase(), frequent);
  return shaped < foreign * minShaped || usual < foreign * minFrequent ? 0 : (shaped + usual) / (2 * foreign);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
