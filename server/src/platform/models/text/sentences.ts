const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// After these a full stop ends no sentence; a single capital is somebody's initial.
const abbreviation =
  /(?:^|[\s([“"])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|eg|ie|cf|etc|no|nos|fig|vol|ch|sec|p|pp|approx|inc|ltd|co|corp|jr|sr|bzw|z\.b|d\.h|u\.a|ca|nr|m|mme|sra?|\p{Lu})\.\s*$/iu;

/** Longer than the longest abbreviation with the spaces around it. */
const endLength = 40;

/** The sentences of one paragraph, in any language that Intl.Segmenter knows, without the breaks that abbreviations fake. */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  // The end of the sentence so far: a sentence of a thousand initials is not read again for each of them.
  let end = '';
  for (const { segment } of segmenter.segment(paragraph)) {
    const continues = sentences.length > 0 && (abbreviation.test(end) || /^[\p{Ll}),;]/u.test(segment));
    if (continues) sentences[sentences.length - 1] += segment;
    else sentences.push(segment);
    end = ((continues ? end : '') + segment.slice(-endLength)).slice(-endLength);
  }
  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}
