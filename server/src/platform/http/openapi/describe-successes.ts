import { Meta, Pagination } from '@portico/shared-types';
import { z } from 'zod';
import type { RouteDeclaration } from '../route.ts';
import { headersOf } from './response-headers.ts';
import { exampleMeta, examplePagination, findEventExamples, findExample } from './find-example.ts';
import { describeProperties } from './describe-properties.ts';
import type { Json } from './json.ts';
import type { SchemaBook } from './schema-book.ts';

/** A stream of the AI SDK, whose documentation describes its parts. */
const foreignStream: Json = {
  example: 'data: {"type":"text-delta","id":"text-1","delta":"Two to three"}\n\n',
  schema: {
    type: 'string',
    description: 'Server-Sent Events whose data are the AI SDK’s UI message chunks, then `[DONE]`.',
  },
};

/** The successful responses of an operation: JSON in its envelope, a stream of events, plain content, or a redirect. */
export function describeSuccesses(route: RouteDeclaration, schemas: SchemaBook): Json {
  const content: Json = {};
  if (route.answer !== undefined) content['application/json'] = describeJson(route, route.answer, schemas);
  if (route.events !== undefined) content['text/event-stream'] = describeStream(route.events, schemas);
  for (const [type, { schema = { type: 'string' }, example }] of Object.entries(route.bare ?? {})) {
    content[type] = { schema, example };
  }
  if (route.protocol !== undefined) content['text/event-stream'] = foreignStream;
  const status = route.status ?? 200;
  const headers = headersOf(status);
  const answers: Json = {
    [String(status)]: {
      description: status === 302 ? 'Redirect to the address in `Location`.' : 'Success.',
      headers,
      ...nonEmpty(content),
    },
  };
  for (const [other, description] of Object.entries(route.otherStatuses ?? {})) {
    const { 'application/json': json } = content;
    answers[other] = { description, headers, ...(json === undefined ? {} : { content: { 'application/json': json } }) };
  }
  return answers;
}

function nonEmpty(content: Json): Json {
  return Object.keys(content).length === 0 ? {} : { content };
}

function describeJson(route: RouteDeclaration, answer: z.ZodType, schemas: SchemaBook): Json {
  const data = schemas.use(answer, 'output');
  const example = exampleOf(answer, schemas);
  const isList = route.list === true;
  const members =
    route.surface === 'legacy'
      ? { success: [{ const: true }, true], data: [data, example] }
      : {
          data: isList ? [{ type: 'array', items: data }, [example]] : [data, example],
          ...(isList ? { pagination: [schemas.use(Pagination, 'output'), examplePagination] } : {}),
          meta: [schemas.use(Meta, 'output'), exampleMeta],
        };
  const pick = (at: number): Json =>
    Object.fromEntries(Object.entries(members).map(([name, pair]) => [name, pair[at]]));
  const schema = { type: 'object', properties: pick(0), required: Object.keys(members) };
  return {
    schema: describeProperties(schema, 'Response'),
    ...(example === undefined ? {} : { example: pick(1) }),
  };
}

function exampleOf(answer: z.ZodType, schemas: SchemaBook): unknown {
  if (answer instanceof z.ZodArray) {
    const entry = findExample(schemas.nameOf(answer.element as z.ZodType));
    return entry === undefined ? undefined : [entry];
  }
  return findExample(schemas.nameOf(answer));
}

/** OpenAPI 3.1 has no streams: the schema is that of one event, made of its `event` and `data` lines. */
function describeStream(events: NonNullable<RouteDeclaration['events']>, schemas: SchemaBook): Json {
  const { name, ref } = schemas.useEvents(events);
  const shown = findEventExamples(name).map((value, at) => [`event_${at + 1}`, { value }] as const);
  return { schema: ref, ...(shown.length === 0 ? {} : { examples: Object.fromEntries(shown) }) };
}
