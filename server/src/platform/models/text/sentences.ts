const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// After these a full stop ends no sentence; a single capital is somebody's initial.
const abbreviation =
  /(?:^|[\s([“"])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|eg|ie|cf|etc|no|nos|fig|vol|ch|sec|p|pp|approx|inc|ltd|co|corp|jr|sr|bzw|z\.b|d\.h|u\.a|ca|nr|m|mme|sra?|\p{Lu})\.\s*$/iu;

/** The sentences of one paragraph, in any language that Intl.Segmenter knows, without the breaks that abbreviations fake. */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(paragraph)) {
    const before = sentences.at(-1);
    if (before !== undefined && (abbreviation.test(before) || /^[\p{Ll}),;]/u.test(segment)))
      sentences[sentences.length - 1] = before + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}
