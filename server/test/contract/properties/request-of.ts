import * as fc from 'fast-check';
import type { Json } from '../../../src/platform/http/openapi/json.ts';
import { isRecord } from '../../../src/platform/is-record.ts';
import type { Operation } from '../list-media.ts';
import { arbitraryOf, type Sources } from './arbitrary-of-schema.ts';
import { spoil } from './spoil.ts';

/** One request of the test. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly text: string } | { readonly fields: Json; readonly file: FuzzFile | null } | null;
}

interface FuzzFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Json;
}

const oddIds = [
  'nope',
  '0',
  '%20',
  '..%2f..',
  '%00',
  '%zz',
  '%ED%A0%80',
  'a'.repeat(300),
  'agt_00000000000000000000000000',
  encodeURIComponent('😀 ü'),
  "'--",
];
const oddQueries = [
  '',
  ' ',
  '-1',
  '0',
  '1e3',
  '0x10',
  '99999999999999999999',
  'null',
  '😀',
  'x'.repeat(2_000),
  '1&page=2',
];

/** Requests to one operation: some valid, some with one error, some hostile. */
export function requestOf({ method, path, operation }: Operation, sources: Sources): fc.Arbitrary<FuzzRequest> {
  const parameters = (operation['parameters'] ?? []) as Parameter[];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc.record({
    method: fc.constant(method),
    path: fc
      .tuple(fc.tuple(...inPath.map((parameter) => idOf(parameter, path, sources))), queryOf(inQuery, sources))
      .map(([ids, query]) => {
        const names = inPath.map(({ name }) => `{${name}}`);
        return names.reduce((text, name, at) => text.replace(name, () => ids[at] ?? ''), path) + query;
      }),
    headers: headersOf(operation),
    body: method === 'GET' || method === 'DELETE' ? fc.constant(null) : bodyOf(operation, sources),
  });
}

function idOf({ name, description = '' }: Parameter, path: string, { ids }: Sources): fc.Arbitrary<string> {
  const resource = path.startsWith('/hooks/') ? 'hook' : (/^Identifies the (.+)\.$/.exec(description)?.[1] ?? '');
  const known = ids[name === 'slug' ? `${resource} slug` : resource] ?? [];
  const odd = fc.constantFrom(...oddIds);
  if (known.length === 0) return odd;
  return fc.oneof(
    { arbitrary: fc.constantFrom(...known.map(encodeURIComponent)), weight: 5 },
    { arbitrary: odd, weight: 1 },
  );
}

function queryOf(parameters: readonly Parameter[], sources: Sources): fc.Arbitrary<string> {
  const values = parameters.map(({ name, schema }) =>
    fc
      .oneof(
        { arbitrary: fc.constant(undefined), weight: 4 },
        { arbitrary: arbitraryOf(schema, sources, name), weight: 3 },
        { arbitrary: fc.constantFrom(...oddQueries), weight: 1 },
      )
      .map((value) =>
        value === undefined
          ? ''
          : `&${name}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())}`,
      ),
  );
  return fc.tuple(fc.constantFrom('', '', '', '&x=1', '&page[a]=1', '&=', '&%zz'), ...values).map((parts) => {
    const text = parts.join('').slice(1);
    return text === '' ? '' : `?${text}`;
  });
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { accept: 'application/json' },
  { accept: '*/*;q=0.1, text/event-stream;q=0' },
  { accept: ';;,=' },
  { 'x-request-id': 'x'.repeat(500) },
  { 'x-request-id': '{"a": 1}' },
  { 'last-event-id': '1' },
  { 'last-event-id': '-1; DROP' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': 'ü' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'accept-language': '*' },
  { range: 'bytes=0-1' },
);

function headersOf(operation: Json): fc.Arbitrary<Record<string, string>> {
  const streams = JSON.stringify(operation['responses']).includes('text/event-stream');
  const accept = streams ? fc.constantFrom('text/event-stream', 'application/json') : fc.constant('application/json');
  // Limits are counted by address, so each request uses a different one.
  const address = fc.ipV4();
  return fc
    .tuple(oddHeaders, accept, address)
    .map(([odd, accepted, ip]) => ({ accept: accepted, 'x-forwarded-for': ip, ...odd }));
}

function bodyOf(operation: Json, sources: Sources): fc.Arbitrary<FuzzRequest['body']> {
  const requestBody = operation['requestBody'];
  const content = isRecord(requestBody) && isRecord(requestBody['content']) ? requestBody['content'] : {};
  const garbage = fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"',
    '{"a":1}{',
    '\u0000',
    '{"__proto__":{"x":1}}',
    '[[[[[[]]]]]]',
  );
  const forms: fc.WeightedArbitrary<FuzzRequest['body']>[] = [
    { arbitrary: garbage.map((text) => ({ text })), weight: 1 },
  ];
  const json = content['application/json'];
  if (isRecord(json)) {
    const valid = arbitraryOf(json['schema'], sources);
    const write = (value: unknown): { text: string } => ({ text: JSON.stringify(value) ?? '' });
    forms.push({ arbitrary: valid.map(write), weight: 6 }, { arbitrary: spoil(valid).map(write), weight: 4 });
  } else {
    forms.push({ arbitrary: fc.constant(null), weight: 4 });
  }
  const multipart = content['multipart/form-data'];
  if (isRecord(multipart)) forms.push({ arbitrary: multipartOf(multipart['schema'], sources), weight: 6 });
  return fc.oneof(...forms);
}

function multipartOf(schema: unknown, sources: Sources): fc.Arbitrary<FuzzRequest['body']> {
  const fields = isRecord(schema) && isRecord(schema['properties']) ? { ...schema['properties'] } : {};
  delete fields['file'];
  const file = fc.record({
    name: fc.constantFrom('a.txt', 'a.pdf', '../x.md', 'ü.csv', 'a.json', '', 'x'.repeat(300), 'a.png', 'b.docx'),
    bytes: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }).map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('%PDF-1.7\nbroken', '\u0089PNG\r\n', 'a,b\n1,2', '{"a": [1]}').map((text) => Buffer.from(text)),
    ),
  });
  return fc.record({
    fields: arbitraryOf({ type: 'object', properties: fields }, sources) as fc.Arbitrary<Json>,
    file: fc.option(file, { freq: 8, nil: null }),
  });
}
