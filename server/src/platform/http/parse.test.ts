import {
  AgentCreate,
  JsonDocumentCreate,
  KnowledgeBaseCreate,
  KnowledgeQuery,
  PageQuery,
  PersonaCreate,
  ThreadCreate,
  TriggerCreate,
  WebhookCreate,
} from '@portico/shared-types';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { parseJson, parsePart } from './parse.ts';

/** The errors of a refused value, as `path: message`. */
function faultsOf(schema: z.ZodType, value: unknown, part: 'body' | 'query' = 'body'): string[] {
  try {
    parsePart(part, schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.details.fields ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('the error of a field describes the expected value', () => {
  const event = 'must be one of *, execution.started, execution.completed, execution.failed,';
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['missing', AgentCreate, {}, ['body.name: is required']],
    ['empty', AgentCreate, { name: '  ' }, ['body.name: must not be empty']],
    ['too long', AgentCreate, { name: 'x'.repeat(201) }, ['body.name: must have at most 200 characters']],
    ['too large', AgentCreate, { name: 'x', temperature: 9 }, ['body.temperature: must be at most 2']],
    ['at an exclusive bound', AgentCreate, { name: 'x', top_p: 0 }, ['body.top_p: must be more than 0']],
    ['not a whole number', AgentCreate, { name: 'x', max_steps: 1.5 }, ['body.max_steps: must be a whole number']],
    ['of another type', AgentCreate, { name: 5 }, ['body.name: must be a string']],
    ['not a list', AgentCreate, { name: 'x', tools: 'all' }, ['body.tools: must be a list']],
    [
      'not one of the known values',
      AgentCreate,
      { name: 'x', status: 'on' },
      ['body.status: must be one of active, archived'],
    ],
    [
      'unknown',
      WebhookCreate,
      { url: 'https://a.io', events: [] },
      ['body.events: is not a known field; known here: name, url, event_types, status'],
    ],
    [
      'unknown, inside of one that is known',
      TriggerCreate,
      { name: 'x', workflow_id: 'w', type: 'schedule', schedule: { cron: '* * * * *', tz: 'UTC' } },
      ['body.schedule.tz: is not a known field; known here: cron, timezone'],
    ],
    [
      'unknown in the form of its kind',
      AgentCreate,
      { name: 'x', tools: [{ type: 'knowledge', name: 'x', knowledge_base_id: 'kb', top: 1 }] },
      ['body.tools[0].top: is not a known field; known here: type, name, description, knowledge_base_id'],
    ],
    [
      'unknown in an object without fields',
      z.strictObject({}),
      { a: 1 },
      ['body.a: is not a known field; known here: none'],
    ],
    ['not an object', ThreadCreate, [], ['body: must be an object']],
    ['null', KnowledgeBaseCreate, { name: null }, ['body.name: must be a string']],
    [
      'a list without entries',
      WebhookCreate,
      { url: 'https://a.io', event_types: [] },
      ['body.event_types: must not be empty'],
    ],
    ['no time zone', TriggerCreate, { name: 'x', workflow_id: 'w', schedule: {} }, ['body.schedule.cron: is required']],
    [
      'one of several types',
      KnowledgeQuery,
      { query: 'q', filter: { a: {} } },
      ['body.filter.a: must be a string or a number or true or false or null'],
    ],
    ['deep', PersonaCreate, { name: 'x', category: 'Data', sopSteps: [''] }, ['body.sopSteps[0]: must not be empty']],
    ['missing, with a message for wrong values', WebhookCreate, {}, ['body.url: is required']],
    ['missing, of two forms', JsonDocumentCreate, {}, ['body: needs a text with its name, a url, or a file']],
    ['missing, of the form that the others show', JsonDocumentCreate, { name: 'x' }, ['body.text: is required']],
    [
      'wrong in the form that the others show',
      JsonDocumentCreate,
      { url: 'https://a.io', mode: 'zzz' },
      ['body.mode: must be one of text, markdown, html'],
    ],
    [
      'of an unknown kind',
      AgentCreate,
      { name: 'x', tools: [{ type: 'magic' }] },
      ['body.tools[0].type: must be one of http, workflow, knowledge, mcp, builtin, client'],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(faultsOf(schema, value)).toEqual(expected);
  });

  it('names every value of a union', () => {
    const [fault] = faultsOf(WebhookCreate, { url: 'https://a.io', event_types: ['execution.done'] });
    expect(fault).toContain(`body.event_types[0]: ${event}`);
  });

  it('names the first entries of a list that is longer than a call’s arguments may be', () => {
    const faults = faultsOf(z.union([z.string(), z.array(z.string())]), Array(200_000).fill(1));
    expect(faults).toHaveLength(200);
    expect(faults[199]).toBe('body[199]: must be a string');
  });

  it('has one bound of a number that is beyond those of JavaScript, too', () => {
    expect(faultsOf(AgentCreate, { name: 'x', max_tokens: 2 ** 53 })).toEqual([
      'body.max_tokens: must be at most 1,000,000',
    ]);
    expect(faultsOf(AgentCreate, { name: 'x', max_tokens: -(2 ** 53) })).toEqual([
      'body.max_tokens: must be at least 1',
    ]);
  });

  it('contains none of zod’s own messages', () => {
    const odd = [null, 0, -1, 'x', '', [], {}, true, 1e9, 'x'.repeat(300_000)];
    const names = Object.keys(PersonaCreate.shape);
    const faults = odd.flatMap((value) =>
      faultsOf(PersonaCreate, Object.fromEntries(names.map((name) => [name, value]))),
    );
    expect(faults.length).toBeGreaterThan(50);
    expect(faults.filter((fault) => /Invalid|expected|received|Too (small|big)|>=|<=/.test(fault))).toEqual([]);
  });
});

describe('a page', () => {
  it.each(['', ' ', '0x10', '1e1', '1.0', '+1', 'one'])('of “%s” is refused', (page) => {
    expect(faultsOf(PageQuery, { page }, 'query')).toEqual(['query.page: must be a whole number']);
  });

  it('has bounds', () => {
    expect(faultsOf(PageQuery, { page: '0', per_page: '101' }, 'query')).toEqual([
      'query.page: must be at least 1',
      'query.per_page: must be at most 100',
    ]);
    expect(PageQuery.parse({ page: '7' })).toEqual({ page: 7, per_page: 20 });
    expect(PageQuery.parse({ page: '9007199254740991' }).page).toBe(Number.MAX_SAFE_INTEGER);
    for (const page of ['9007199254740992', '9'.repeat(20)]) {
      expect(faultsOf(PageQuery, { page, per_page: page }, 'query')).toEqual([
        'query.page: must be at most 9,007,199,254,740,991',
        'query.per_page: must be at most 100',
      ]);
    }
  });
});

describe('a number that is too large for JavaScript is refused, instead of becoming null', () => {
  it.each([
    ['{"inputs": {"n": 1e400}}', 'body.inputs.n'],
    ['{"list": [1, -1E+0309]}', 'body.list[1]'],
    [`{"n": ${'9'.repeat(310)}}`, 'body.n'],
    [`{"n": ${'9'.repeat(250)}e99}`, 'body.n'],
    ['-1e400', 'body'],
    ['[1e000400]', 'body[0]'],
    [`{"n": -${'9'.repeat(400)}.5}`, 'body.n'],
    [`["1e400", {"code": "${'9'.repeat(99)}"}, ${'9'.repeat(100)}E+00209]`, 'body[2]'],
  ])('%s', (text, path) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(`${path}: is too large`);
  });

  it.each([
    ['{"inputs": {"__proto__": 1}}', 'body.inputs.__proto__'],
    [String.raw`[{"\u005f_\u0070roto__": {}}]`, 'body[0].__proto__'],
  ])('a name that would be left out, as in %s', (text, path) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(`${path}: is a name that no field may have`);
  });

  it.each([
    String.raw`{"name": "__proto__", "caf\u00e9": "\u005f"}`,
    '{"n": 1e308}',
    '{"n": 1e-400}',
    '{"text": "1e400"}',
    `{"text": "${'9'.repeat(400)}"}`,
    '{"1e400": "-1e400"}',
    `{"n": 0.${'0'.repeat(400)}1}`,
    `{"n": ${'9'.repeat(308)}}`,
  ])('but not %s', (text) => {
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });
});
