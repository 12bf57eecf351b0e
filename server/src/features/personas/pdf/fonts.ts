import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { inflateSync } from 'node:zlib';

const headerBytes = 44;

const entryBytes = 20;

/** The look of a piece of text. */
export interface Face {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
}

/** A font by its name in a document. */
export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

/** The fonts of one document: DejaVu for most scripts, others for characters that it lacks. */
export interface FontSet {
  readonly all: readonly NamedFont[];
  /** The fonts for a letter; the first one that has it is used. */
  chain(face: Face, isJapanese: boolean): readonly NamedFont[];
  /**
   * Whether a text's Han characters use the Japanese font: if the text is Japanese, or if the Chinese font lacks more
   * of them, as with traditional ones. Two fonts in one word are hard to read.
   */
  prefersJapanese(text: string): boolean;
  /** Whether any font has this letter. */
  has(letter: string): boolean;
}

const han = /[\u2e80-\u303f\u31c0-\u31ef\u3200-\u9fff\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f]/;
const kana = /[\u3040-\u30ff\u31f0-\u31ff]/;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]/;

const files = {
  chinese: '@fontsource/zcool-xiaowei/files/zcool-xiaowei-chinese-simplified-400-normal.woff',
  japanese: '@fontsource/kosugi/files/kosugi-japanese-400-normal.woff',
  korean: '@fontsource/gowun-dodum/files/gowun-dodum-korean-400-normal.woff',
} as const;

/**
 * Loads the fonts that this text needs; the East Asian ones, several megabytes each, only if it has their characters.
 */
export async function loadFonts(text: string): Promise<FontSet> {
  const regular = await loadFont(sans(400, 'normal'));
  const faces = new Map<string, NamedFont>([['sans-400-normal', regular]]);
  for (const weight of [400, 700] as const) {
    for (const style of ['normal', 'italic'] as const) {
      faces.set(`sans-${weight}-${style}`, await loadFont(sans(weight, style)));
      faces.set(`mono-${weight}-${style}`, await loadFont(mono(weight, style)));
    }
  }
  const [chinese, japanese, korean]: [NamedFont[], NamedFont[], NamedFont[]] = [[], [], []];
  if (han.test(text) || kana.test(text)) {
    // Neither has all of the characters, so each is a fallback for the other.
    chinese.push(await loadFont(files.chinese));
    japanese.push(await loadFont(files.japanese));
  }
  if (hangul.test(text)) korean.push(await loadFont(files.korean));
  const all = [...faces.values(), ...chinese, ...japanese, ...korean];
  return {
    all,
    prefersJapanese: (words) => kana.test(words) || countLacking(chinese, words) > countLacking(japanese, words),
    has: (letter) => hasLetter(all, letter),
    chain: ({ bold, italic, code }, isJapanese) => {
      const family = code ? 'mono' : 'sans';
      const own = faces.get(`${family}-${bold ? 700 : 400}-${italic ? 'italic' : 'normal'}`) ?? regular;
      const both = isJapanese ? [...japanese, ...chinese] : [...chinese, ...japanese];
      return [own, regular, ...both, ...korean];
    },
  };
}

function hasLetter(fonts: readonly NamedFont[], letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return fonts.some(({ font }) => font.hasGlyphForCodePoint(code));
}

function countLacking(fonts: readonly NamedFont[], text: string): number {
  return Array.from(text).filter((letter) => han.test(letter) && !hasLetter(fonts, letter)).length;
}

function sans(weight: 400 | 700, style: 'normal' | 'italic'): string {
  return `@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-${style}.woff`;
}

function mono(weight: 400 | 700, style: 'normal' | 'italic'): string {
  return `@fontsource/dejavu-mono/files/dejavu-mono-latin-${weight}-${style}.woff`;
}

const loaded = new Map<string, Promise<NamedFont>>();

/** Reads a font once for all documents. */
async function loadFont(file: string): Promise<NamedFont> {
  let loading = loaded.get(file);
  if (loading === undefined) {
    loading = readFont(file);
    loaded.set(file, loading);
    loading.catch(() => loaded.delete(file));
  }
  return loading;
}

async function readFont(file: string): Promise<NamedFont> {
  const font = create(unpackWoff(await readFile(new URL(import.meta.resolve(file)))));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`);
  return { name: file, font };
}

/**
 * The TrueType font inside of a WOFF 1.0 file (W3C WOFF, section 5). fontkit can read WOFF, but inflates a table again
 * for every glyph: a page of Chinese took it 30 s, and takes 0.4 s with the unpacked font.
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = headerBytes + entryBytes * index;
    const start = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(start, start + woff.readUInt32BE(entry + 8));
    const length = woff.readUInt32BE(entry + 12);
    const place = 12 + 16 * index;
    woff.copy(directory, place, entry, entry + 4);
    woff.copy(directory, place + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, place + 8);
    directory.writeUInt32BE(length, place + 12);
    const table = Buffer.alloc(length + ((4 - (length % 4)) % 4));
    (packed.length < length ? inflateSync(packed) : packed).copy(table);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([directory, ...tables]);
}
