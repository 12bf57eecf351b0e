/** Thai vowels and tones above and below a consonant, those written before one, and the consonants. */
const thaiMark = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu;
const thaiPlaced = /(?<=[\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu;
const thaiLead = /[\u0e40-\u0e44]/gu;
const thaiLeading = /[\u0e40-\u0e44](?=[\u0e01-\u0e2e])/gu;
/** Share of the Thai letters that are marks above or below others. */
const minMarks = 0.15;
const minPlaced = 0.97;
/** Letters and signs that are rare in Thai, and not in what other texts look like. */
const thaiRare = /[ฃฅฆฌฎฏฑฒฤฦฬฯๅ\u0e3a๏๚๛]/gu;
const maxRare = 0.05;

/** Letters of Hebrew that have another form at the end of a word, and that form. */
const hebrewWord = /^[\u05d0-\u05ea]+$/u;
const finalForm = /[ךםןףץ]/u;
const earlyFinal = /[ךםןףץ](?=\p{L})/u;

/** Whether bytes are a text in Thai, in windows-874, which the general guess doesn't know. */
export function isThaiText(sample: Uint8Array): boolean {
  return isThai(new TextDecoder('windows-874').decode(sample));
}

/** Whether what looks like capitals of KOI8 is a text in Hebrew, in windows-1255. */
export function isHebrewText(sample: Uint8Array, cyrillic: string): boolean {
  const looksCapital = !/[а-яё]/u.test(new TextDecoder(cyrillic).decode(sample));
  return looksCapital && isHebrew(new TextDecoder('windows-1255').decode(sample));
}

function isThai(text: string): boolean {
  const foreign = count(text, /[^\0-\x7f\u00a0‘’“”•–—…]/gu);
  const marks = count(text, thaiMark);
  const leads = count(text, thaiLead);
  return (
    count(text, /[\u0e01-\u0e5b]/gu) === foreign &&
    leads > 0 &&
    count(text, thaiRare) <= foreign * maxRare &&
    marks >= foreign * minMarks &&
    count(text, thaiPlaced) >= marks * minPlaced &&
    count(text, thaiLeading) >= leads * minPlaced
  );
}

function isHebrew(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /[^\0-\x7f]/u.test(word));
  return (
    words.every((word) => hebrewWord.test(word) && !earlyFinal.test(word)) && words.some((word) => finalForm.test(word))
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
