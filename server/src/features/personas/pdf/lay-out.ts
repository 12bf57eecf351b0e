import type { FontSet, NamedFont } from './fonts.ts';
import type { Run } from './inline-runs.ts';

type Look = Omit<Run, 'text'>;

/** Text in one font and style, as it is drawn. */
export interface Piece {
  readonly text: string;
  readonly fontName: string;
  readonly look: Look;
  readonly width: number;
}

export type Line = readonly Piece[];

/** Measures text, in points. */
export type Measure = (fontName: string, text: string) => number;

// Letters that are written without spaces between words: a line may break after each of them.
const spaceless = /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/;
// A newline, breakable spaces, one such character, or a stretch of others.
const atoms =
  /\n|[^\S\n\u00a0\u202f]+|[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]|(?:[\u00a0\u202f]|[^\s\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60])+/gu;
// Punctuation that no line begins with.
const closing = /^[、。，．：；！？）】」』〉》”’]/;

/** Breaks runs into lines of at most `width` points. */
export function layOut(runs: readonly Run[], width: number, fonts: FontSet, measure: Measure): Line[] {
  const lines: Piece[][] = [[]];
  let x = 0;
  let gap: Piece | undefined;
  const newLine = (): void => {
    lines.push([]);
    x = 0;
    gap = undefined;
  };
  const place = (piece: Piece): void => {
    lines.at(-1)?.push(piece);
    x += piece.width;
  };
  for (const word of toWords(runs, fonts, measure)) {
    if (word === 'break') {
      newLine();
      continue;
    }
    if (word.isSpace) {
      [gap] = word.pieces;
      continue;
    }
    if (x > 0 && x + (gap?.width ?? 0) + word.width > width) newLine();
    if (x > 0 && gap !== undefined) place(gap);
    gap = undefined;
    if (word.width <= width) {
      word.pieces.forEach(place);
      continue;
    }
    for (const piece of word.pieces.flatMap((whole) => splitLetters(whole, measure))) {
      if (x > 0 && x + piece.width > width) newLine();
      place(piece);
    }
  }
  return lines.map((line) => joinPieces(line));
}

interface Word {
  readonly pieces: Piece[];
  readonly width: number;
  readonly isSpace: boolean;
}

function* toWords(runs: readonly Run[], fonts: FontSet, measure: Measure): Generator<Word | 'break'> {
  let pieces: Piece[] = [];
  const isJapanese = fonts.prefersJapanese(runs.map(({ text }) => text).join(''));
  const cut = (text: string, look: Look): Piece[] => toPieces(text, look, fonts.chain(look, isJapanese), measure);
  const take = (): Word[] => {
    const word = { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0), isSpace: false };
    pieces = [];
    return word.pieces.length === 0 ? [] : [word];
  };
  for (const { text, ...look } of runs) {
    for (const [atom] of text.matchAll(atoms)) {
      if (atom === '\n') {
        yield* take();
        yield 'break';
      } else if (/^[^\S\u00a0\u202f]/u.test(atom)) {
        yield* take();
        // Code keeps its spaces; running text has single spaces between words.
        const spaces = look.code ? atom : ' ';
        const [first] = cut(spaces, look);
        if (first !== undefined) yield { pieces: [first], width: first.width, isSpace: !look.code };
      } else {
        const mayBreak = spaceless.test(atom) || spaceless.test(pieces.at(-1)?.text ?? '');
        if (mayBreak && !closing.test(atom)) yield* take();
        pieces.push(...cut(atom, look));
      }
    }
  }
  yield* take();
}

/** The text in pieces of one font each: each character uses the first font that has it. */
function toPieces(text: string, look: Look, chain: readonly NamedFont[], measure: Measure): Piece[] {
  const pieces: { text: string; fontName: string }[] = [];
  for (const letter of text) {
    const { name } = fontOf(letter, chain);
    const last = pieces.at(-1);
    if (last?.fontName === name) last.text += letter;
    else pieces.push({ text: letter, fontName: name });
  }
  return pieces.map((piece) => ({ ...piece, look, width: measure(piece.fontName, piece.text) }));
}

function fontOf(letter: string, chain: readonly NamedFont[]): NamedFont {
  const code = letter.codePointAt(0) ?? 0;
  const [first] = chain;
  const found = chain.find(({ font }) => font.hasGlyphForCodePoint(code)) ?? first;
  if (found === undefined) throw new Error('a document has at least one font');
  return found;
}

function splitLetters(piece: Piece, measure: Measure): Piece[] {
  return Array.from(piece.text, (text) => ({ ...piece, text, width: measure(piece.fontName, text) }));
}

/** Adjacent pieces with one style are joined, so that copied text reads correctly. */
function joinPieces(line: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of line) {
    const last = joined.at(-1);
    if (last !== undefined && last.fontName === piece.fontName && sameLook(last.look, piece.look)) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
    } else {
      joined.push(piece);
    }
  }
  return joined;
}

function sameLook(a: Look, b: Look): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.code === b.code && a.link === b.link && a.struck === b.struck;
}
