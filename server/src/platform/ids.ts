import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const random = new Uint8Array(16);
let lastTime = 0;

/** Prefixes of the identifiers (docs/reference/addresses.md#identifiers). */
export type IdPrefix =
  | 'agt'
  | 'thr'
  | 'msg'
  | 'wf'
  | 'exe'
  | 'trg'
  | 'kb'
  | 'doc'
  | 'chk'
  | 'whk'
  | 'dlv'
  | 'chi'
  | 'fmi'
  | 'fil'
  | 'per'
  | 'ins'
  | 'apr'
  | 'dlb'
  | 'key'
  | 'qst'
  | 'pag'
  | 'run'
  | 'src'
  | 'ws'
  | 'req'
  | 'note'
  | 'ntc'
  | 'svr'
  | 'usr'
  | 'mem'
  | 'inv'
  | 'aud'
  // A grant from a person to an MCP client.
  | 'grn'
  // A sign-in session, a passkey, a link of the operator.
  | 'sgn'
  | 'pky'
  | 'lnk'
  // An erasure of a visitor.
  | 'ers';

/**
 * Creates an identifier: the prefix and 26 characters that sort by time (the layout of a ULID, lower case). Within one
 * process later ids sort later, even within one millisecond.
 */
export function createId(prefix: IdPrefix): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    randomFillSync(random);
    for (let i = 0; i < random.length; i += 1) random[i] = (random[i] ?? 0) & 31;
  } else {
    countUp();
  }
  return `${prefix}_${encodeTime(lastTime)}${Array.from(random, (digit) => alphabet.charAt(digit)).join('')}`;
}

/** An identifier that is the same for the same seed, so that the resource can't be created twice; sorts by `time`. */
export function deriveId(prefix: IdPrefix, time: Date, seed: string): string {
  const digits = createHash('sha256').update(seed).digest().subarray(0, 16);
  return `${prefix}_${encodeTime(time.getTime())}${Array.from(digits, (digit) => alphabet.charAt(digit & 31)).join('')}`;
}

/** An identifier that grants access by itself: 192 random bits, base64url. */
export function createCapability(prefix: 'ses' | 'sub' | 'fref'): string {
  return `${prefix}_${randomBytes(24).toString('base64url')}`;
}

/** When an identifier was created, in milliseconds; undefined if it doesn't say so. */
export function readTime(id: string): number | undefined {
  const text = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(id)?.[1];
  if (text === undefined) return undefined;
  return Array.from(text).reduce((time, digit) => time * 32 + alphabet.indexOf(digit), 0);
}

function countUp(): void {
  for (let i = random.length - 1; i >= 0; i -= 1) {
    const digit = random[i] ?? 0;
    if (digit < 31) {
      random[i] = digit + 1;
      return;
    }
    random[i] = 0;
  }
}

function encodeTime(time: number): string {
  let rest = time;
  let text = '';
  for (let i = 0; i < 10; i += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
