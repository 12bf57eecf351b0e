import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '../../platform/config.ts';
import { StartError } from '../../platform/errors.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checkLength = 6;

/**
 * The parts of a key `ptk_<id>_<secret><crc>` (docs/reference/keys.md#key-format): 26 characters of the record's id,
 * 256 random bits in base62, and the CRC32 of everything before it, so that a typo is rejected without a look-up.
 */
export interface ParsedKey {
  /** The record's id, with its prefix. */
  readonly id: string;
  readonly secretHash: Buffer;
}

/** Creates the key of a record. */
export function writeKey(id: string): { key: string; secretHash: Buffer } {
  const secret = encode(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  const body = `ptk_${id.replace(/^key_/, '')}_${secret}`;
  return { key: body + checkOf(body), secretHash: hashSecret(secret) };
}

/** Parses a key, or returns undefined if it isn't one. */
export function readKey(key: string): ParsedKey | undefined {
  const match = /^(ptk_([0-9a-hjkmnp-tv-z]{26})_([0-9A-Za-z]{43}))([0-9A-Za-z]{6})$/.exec(key);
  const [, body, id, secret, check] = match ?? [];
  if (body === undefined || id === undefined || secret === undefined || check !== checkOf(body)) return undefined;
  return { id: `key_${id}`, secretHash: hashSecret(secret) };
}

/** Parses PORTICO_API_KEY; main.ts calls it before anything is loaded or opened. Throws StartError if it is not a key. */
export function readGivenKey({ apiKey }: Pick<Config, 'apiKey'>): ParsedKey | undefined {
  if (apiKey === undefined) return undefined;
  const given = readKey(apiKey);
  if (given !== undefined) return given;
  throw new StartError('PORTICO_API_KEY: is not a key of the form ptk_…; leave it out to have one created');
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function checkOf(text: string): string {
  return encode(BigInt(crc32(text)), checkLength);
}

function encode(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = base62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
