const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  copy: '©',
  reg: '®',
  trade: '™',
  rarr: '→',
  larr: '←',
  times: '×',
  bull: '•',
  middot: '·',
};

/** Decodes the character references that occur in replies; unknown names stay unchanged. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * Drops the controls that reorder text across their surroundings (Trojan Source); the marks that a script itself needs
 * are kept.
 */
export function stripBidiControls(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

/** Nobody listens to more than this many characters: reading them takes a quarter of an hour. */
const MAX_SPOKEN = 12_000;

/**
 * Markdown as it would be read aloud: without marks, addresses and table rules. No pattern reads past the next
 * occurrence of its own beginning, so that a text made of brackets takes no longer than another.
 */
export function speakable(markdown: string): string {
  return decodeEntities(stripBidiControls(markdown.slice(0, MAX_SPOKEN)))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/^```.*$/gm, '')
    .replace(/^[ :|-]{3,}$/gm, '')
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/ ?\[\d{1,2}\]/g, '')
    .replace(/^ ?(?:#{1,6}|>|[-*+]|\d{1,9}\.) /gm, '')
    .replace(/[*_~`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}
