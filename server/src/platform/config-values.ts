import { z } from 'zod';
import { ModelPrices } from './models/model-prices.ts';
import { parseAllowList } from './outbound/index.ts';

/* The types of the values in the environment (config.ts). Each fault reads well after the name of the variable. */

/** Seconds of 30 days: Postgres' and the timers' own limits are far above. */
const maxRetrySeconds = 2_592_000;

const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value);

/** An empty value is treated as not set. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());

/** A text of at most that many characters, without line breaks. */
export const line = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line');

/** A decimal number between these, both included. */
export const integer = (least: number, most: number, fallback: number) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .transform((text, context) => {
        const value = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
        if (value >= least && value <= most) return value;
        context.addIssue(`must be a whole number from ${least} to ${most}, not ${shorten(text)}`);
        return z.NEVER;
      })
      .default(fallback),
  );

/** One of these words. */
export const word = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: ({ input }) => `must be one of ${words.join(', ')}, not ${shorten(String(input))}` });

/** `word` with a default. */
export const wordOr = <const T extends readonly string[]>(words: T, fallback: NoInfer<T[number]>) =>
  z.preprocess((value) => blankIsUnset(value) ?? fallback, word(words));

export const flagOr = (fallback: boolean) =>
  z.preprocess(
    blankIsUnset,
    z.stringbool({ error: ({ input }) => `must be true or false, not ${shorten(String(input))}` }).default(fallback),
  );

/** Entries separated by commas. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

/** Origins as browsers send them: in lower case, without the scheme's own port. */
export const origins = list.transform((entries, context) =>
  entries.map((entry) => {
    const origin = toOrigin(entry);
    if (origin === undefined) {
      context.addIssue(`${entry} must be an origin like https://app.example.com, without a path`);
    }
    return origin ?? entry;
  }),
);

/** E-mail domains in lower case; each may be written with an @ in front of it. */
export const domains = list.transform((entries, context) =>
  entries.map((entry) => {
    const domain = entry.toLowerCase().replace(/^@/, '');
    const label = String.raw`[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?`;
    if (!new RegExp(`^${label}(\\.${label})*$`, 'u').test(domain)) {
      context.addIssue(`${shorten(entry)} must be a domain like example.com`);
    }
    return domain;
  }),
);

export const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** The start of every link that the server makes, as browsers write it. The fault doesn't repeat a password. */
export const publicAddress = address.transform((text, context) => {
  // Reported already.
  if (!URL.canParse(text)) return text;
  const { username, password, pathname, origin } = new URL(text);
  if (username !== '' || password !== '' || /[?#]/.test(text)) {
    context.addIssue('must be an address like https://portico.example.com, without a name, a password, ? or #');
  }
  return origin + pathname.replace(/\/+$/, '');
});

/** `rediss?://…/3` or `?db=3` selects a database of the server. */
export const redisAddress = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).refine(
  (text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, searchParams } = new URL(text);
    return /^(\/\d{0,9})?$/.test(pathname) && /^\d{0,9}$/.test(searchParams.get('db') ?? '');
  },
  { error: 'the database after the slash must be a number, like redis://localhost:6379/1' },
);

/** `portico@example.com` or `Portico <portico@example.com>`. */
export const sender = line(500).refine(
  (text) => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(/^[^<>]*<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.trim()),
  'must be an e-mail address, like portico@example.com or Portico <portico@example.com>',
);

/** Seconds before each retry. */
export const retrySchedule = z
  .preprocess(blankIsUnset, z.string().default('5,300,1800,7200,18000,36000,36000'))
  .transform((text, context) => {
    const steps = text.split(',').map((step) => step.trim());
    if (!steps.every((step) => /^\d+(\.\d+)?$/.test(step))) context.addIssue('must be seconds separated by commas');
    const tooLong = steps.find((step) => Number(step) > maxRetrySeconds);
    if (tooLong !== undefined) {
      context.addIssue(`must have steps of at most ${maxRetrySeconds} seconds (30 days), not ${shorten(tooLong)}`);
    }
    return steps.map(Number);
  });

export const prices = z.string().transform((text, context): ModelPrices => {
  try {
    return ModelPrices.parse(JSON.parse(text));
  } catch {
    context.addIssue('must be JSON like {"model": {"prompt": 1, "completion": 2}}, in credits per 1,000 tokens');
    return z.NEVER;
  }
});

export const allowList = z
  .string()
  .default('')
  .superRefine((text, context) => {
    try {
      parseAllowList(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'is not understood');
    }
  });

/** Apps have origins of other schemes, like capacitor://localhost, whose `URL.origin` is `null`. */
function toOrigin(text: string): string | undefined {
  const [, plain] = /^([a-z][a-z\d+.-]*:\/\/[^\s/?#@*\\]+)\/?$/i.exec(text) ?? [];
  if (plain === undefined || !URL.canParse(plain)) return undefined;
  const { origin } = new URL(plain);
  return origin === 'null' ? plain.toLowerCase() : origin;
}

/** What was given, for a message of one line. */
function shorten(text: string): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ');
  return plain.length > 50 ? `${plain.slice(0, 50)}…` : plain;
}
