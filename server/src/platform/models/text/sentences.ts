const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// A full stop after these words does not end a sentence; a single capital is an initial.
const abbreviation =
  /(?:^|[\s([“"])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|eg|ie|cf|etc|no|nos|fig|vol|ch|sec|p|pp|approx|inc|ltd|co|corp|jr|sr|bzw|z\.b|d\.h|u\.a|ca|nr|m|mme|sra?|tel|ul|ул|av|cad|sk|(?:\p{L}{2,30})?str|\p{Lu})\.\s*$/iu;

/** Longer than the longest abbreviation with the spaces around it. */
const endLength = 40;

/**
 * The sentences of one paragraph, in any language that Intl.Segmenter supports, without false breaks at abbreviations.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  // Only the end of the current sentence, so that a sentence of a thousand initials is not read again for each of them.
  let end = '';
  for (const { segment } of segmenter.segment(paragraph)) {
    const continues = sentences.length > 0 && (abbreviation.test(end) || /^[\p{Ll}),;]/u.test(segment));
    if (continues) sentences[sentences.length - 1] += segment;
    else sentences.push(segment);
    end = ((continues ? end : '') + segment.slice(-endLength)).slice(-endLength);
  }
  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}
