import * as fc from 'fast-check';
import type { Json } from '../../../src/platform/http/openapi/json.ts';
import type { Sources } from './arbitrary-of-schema.ts';

// Only addresses of this machine, which outbound requests refuse, so that a test sends nothing to the Internet.
const urls = [
  'http://127.0.0.1:9/hook',
  'https://127.0.0.1/',
  'http://localhost:1/a?b=c',
  'http://[::1]/',
  '/logo.svg',
];
const templates = [
  '{{ inputs.topic }}',
  'Dear {{ inputs.name }}',
  '{{ nodes.a.outputs.text }}',
  '{{ 1 + ',
  '{{ $sum([1]) }}',
];

/** Texts by the name of their property, if its schema is not specific enough. */
const byName: Readonly<Record<string, readonly string[]>> = {
  cron: ['0 7 * * 1-5', '*/5 * * * *', '0 0 31 2 *', 'never'],
  timezone: ['UTC', 'Europe/Berlin', 'Moon/Base'],
  if: ['inputs.topic = "a"', 'true', '1 +'],
  expression: ['inputs', '$sum([1, 2])', '('],
  show_if: ['inputs.a', '{{ message }}', '('],
  source: ['export default (inputs) => ({ a: 1 })', 'while (', 'export default () => { throw new Error("no") }'],
  // A valid host name would be looked up in the DNS.
  custom_domains: ['not a host'],
  value: ['#0b6e4f', 'waves', '/cover.png'],
  from: ['a', 'b'],
  to: ['a', 'b', 'c'],
};

/** Strings of a schema, by its name, format, pattern and length. */
export function stringOf(schema: Json, name: string, { ids }: Sources): fc.Arbitrary<string> {
  const resource = resourceOf(name);
  const known = (resource === undefined ? undefined : ids[resource]) ?? byName[name];
  if (known !== undefined && known.length > 0) return fc.constantFrom(...known);
  if (schema['format'] === 'uri' || /(^|_)urls?$|Url$/.test(name)) return fc.constantFrom(...urls);
  if (schema['format'] === 'date-time') return fc.constantFrom('2027-01-31T09:00:00.000Z', '2019-12-31T23:59:59Z');
  if (schema['format'] === 'date') return fc.constant('2027-01-31');
  if (typeof schema['pattern'] === 'string') return matching(schema['pattern']);
  return plain(Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 200));
}

function plain(least: number, most: number): fc.Arbitrary<string> {
  const size = { minLength: least, maxLength: Math.max(least, Math.min(most, 40)) };
  return fc.oneof(
    { arbitrary: fc.string({ ...size, unit: 'grapheme-ascii' }), weight: 4 },
    { arbitrary: fc.string({ ...size, unit: 'grapheme' }), weight: 2 },
    { arbitrary: fc.constantFrom(...templates.map((text) => text.slice(0, most))), weight: 2 },
    { arbitrary: fc.string({ minLength: Math.min(most, 200), maxLength: Math.min(most, 4_000) }), weight: 1 },
  );
}

function matching(pattern: string): fc.Arbitrary<string> {
  // A template may contain anything around its braces, but generated line ends are of no use here.
  if (pattern === String.raw`\{\{`) return fc.constantFrom(...templates);
  if (pattern.startsWith(String.raw`^https?:\/\/`)) return fc.constantFrom(...urls);
  return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length < 400);
}

/** `knowledge_base_ids` → `knowledge base`. */
function resourceOf(name: string): string | undefined {
  if (name === 'attachments') return 'file';
  if (name === 'files') return 'upload';
  const match = /^(.+?)(_ids?|Ids?)$/.exec(name);
  return match?.[1]?.replaceAll('_', ' ').toLowerCase();
}
