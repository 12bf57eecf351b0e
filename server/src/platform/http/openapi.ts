import * as wire from '@portico/shared-types';
import { errorStatus, type ErrorCode } from '@portico/shared-types';
import { z } from 'zod';
import type { Route, Surface } from './route.ts';
import { prefixes } from './surfaces.ts';

type Json = Record<string, unknown>;

const description = `The API of Portico. Every request to the versioned API and to personas carries an API key as
\`X-API-Key\` or \`Authorization: Bearer\`; the public endpoints need none.`;

const tagDescriptions: Readonly<Record<string, string>> = {
  'API keys': 'Keys of a workspace: what they may do, how much, and until when.',
  Agents: 'AI assistants with a model, a system prompt, knowledge and tools.',
  'Chat interfaces': 'Agents in front of visitors, as an embeddable chat.',
  Documents: 'What a knowledge base holds, cut into chunks that can be searched.',
  Executions: 'Runs of workflows: poll, stream, cancel, retry, decide.',
  Files: 'Private storage with signed downloads.',
  'Form interfaces': 'Workflows and agents in front of visitors, as a form.',
  Hooks: 'Addresses that start a workflow when somebody calls them.',
  'Knowledge bases': 'Documents that answer semantic queries.',
  'Older agents': 'The older agent endpoints, with their own envelope.',
  Personas: 'Specialists that work through a task step by step.',
  'Public chat': 'What the chat widget calls; no key.',
  'Public forms': 'What the form app calls; no key.',
  Threads: 'Conversations with an agent and their messages.',
  Triggers: 'What starts a workflow: by hand, by schedule, by a call.',
  Webhooks: 'Outgoing callbacks, signed and retried.',
  Workflows: 'Graphs of nodes that are executed.',
};

/** Builds the OpenAPI 3.1 document from the declarations; nothing in it is written twice. */
export function buildOpenApi(routes: readonly Route[], version: string): Json {
  const schemas = new SchemaBook();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const prefix = prefixes[route.surface][0] ?? '';
    const path = `${prefix}${route.path === '/' ? '' : route.path}`.replaceAll(/:(\w+)/g, '{$1}');
    const entry = (paths[path] ??= {});
    entry[route.method.toLowerCase()] = describeRoute(route, path, schemas);
  }
  const tags = [...new Set(routes.map(({ tag }) => tag))]
    .toSorted()
    .map((name) => ({ name, description: tagDescriptions[name] ?? `${name}.` }));
  return {
    openapi: '3.1.1',
    info: { title: 'Portico', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function describeRoute(route: Route, path: string, schemas: SchemaBook): Json {
  const authenticated = route.scopes !== undefined;
  return {
    operationId: operationId(route, path),
    tags: [route.tag],
    summary: route.summary,
    ...describeText(route),
    security: authenticated ? [{ apiKey: [] }, { bearer: [] }] : [],
    ...(authenticated ? { 'x-scopes': route.scopes } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...requestBody(route, schemas),
    responses: { ...successes(route, schemas), ...errors(route, authenticated) },
  };
}

function describeText(route: Route): Json {
  const scopes = route.scopes?.length ? `Scopes: ${route.scopes.join(', ')}.` : '';
  const text = [route.description, scopes].filter(Boolean).join('\n\n');
  return text === '' ? {} : { description: text };
}

function operationId(route: Route, path: string): string {
  const words = path
    .replace(/^\/api\/v1|^\/api/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const surface = route.surface === 'legacy' ? 'Older' : '';
  return `${route.method.toLowerCase()}${surface}${words.join('')}`;
}

function pathParameters(route: Route): Json[] {
  return Object.entries(route.params ?? {}).map(([name, resource]) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifies the ${resource}.`,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): Json[] {
  if (route.query === undefined) return [];
  const schema = z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

function requestBody(route: Route, schemas: SchemaBook): Json {
  const json = route.body === undefined ? undefined : schemas.use(route.body, 'input');
  const content: Json = {};
  if (json !== undefined && route.multipart?.required !== true) content['application/json'] = { schema: json };
  if (route.multipart !== undefined) {
    const file = {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    };
    content['multipart/form-data'] = { schema: json === undefined ? file : { allOf: [file, json] } };
  }
  return Object.keys(content).length === 0 ? {} : { requestBody: { content } };
}

function successes(route: Route, schemas: SchemaBook): Json {
  const data = schemas.use(route.answer, 'output');
  const properties =
    route.surface === 'legacy'
      ? { success: { const: true }, data }
      : {
          data: route.list === true ? { type: 'array', items: data } : data,
          ...(route.list === true ? { pagination: schemas.use(wire.Pagination, 'output') } : {}),
          meta: schemas.use(wire.Meta, 'output'),
        };
  const content: Json = {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
  };
  if (route.events !== undefined) {
    content['text/event-stream'] = {
      schema: {
        type: 'string',
        description: 'Server-Sent Events; `data` of each event by its name is in `x-events`.',
      },
      'x-events': Object.fromEntries(
        Object.entries(route.events).map(([name, schema]) => [name, schemas.use(schema, 'output')]),
      ),
    };
  }
  return { [String(route.status ?? 200)]: { description: 'Success.', headers: headersOf(route.surface), content } };
}

function errors(route: Route, authenticated: boolean): Json {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  codes.add('internal_error').add('rate_limit_exceeded').add('service_unavailable');
  if (authenticated) codes.add('invalid_api_key').add('expired_api_key').add('revoked_api_key');
  if ((route.scopes?.length ?? 0) > 0) codes.add('insufficient_scope');
  if (route.params !== undefined) codes.add('resource_not_found');
  if (
    route.body !== undefined ||
    route.query !== undefined ||
    route.multipart !== undefined ||
    route.method === 'POST'
  ) {
    codes.add('validation_error');
  }
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  const schema =
    route.surface === 'legacy'
      ? {
          type: 'object',
          properties: {
            success: { const: false },
            error: {
              type: 'object',
              properties: { code: { type: 'string' }, message: { type: 'string' } },
              required: ['code', 'message'],
            },
          },
          required: ['success', 'error'],
        }
      : { $ref: '#/components/schemas/ErrorEnvelope' };
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      String(status),
      { description: all.join(', '), headers: headersOf(route.surface), content: { 'application/json': { schema } } },
    ]),
  );
}

function headersOf(surface: Surface): Json {
  const names = ['X-Request-Id'];
  if (surface !== 'hooks') {
    names.push(
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-RateLimit-Limit-Day',
      'X-RateLimit-Remaining-Day',
    );
  }
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
}

/** Schemas that shared-types exports become components by their name; others stand where they are used. */
class SchemaBook {
  private readonly names = new Map<z.ZodType, string>();
  private readonly used = new Map<string, Json>();

  constructor() {
    for (const [name, value] of Object.entries(wire)) {
      if (value instanceof z.ZodType) this.names.set(value, name);
    }
    this.use(wire.ErrorEnvelope, 'output');
  }

  use(schema: z.ZodType, io: 'input' | 'output'): Json {
    const name = this.names.get(schema);
    if (name === undefined) return inline(schema, io);
    this.used.set(name, this.used.get(name) ?? inline(schema, io));
    return { $ref: `#/components/schemas/${name}` };
  }

  components(): Json {
    return Object.fromEntries([...this.used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function inline(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'throw',
    reused: 'inline',
  });
  return simplify(rest) as Json;
}

/** An `anyOf` with a member that takes everything takes everything; linters want it said plainly. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, simplify(child)] as const);
  return Object.fromEntries(entries.filter(([key, child]) => !(key === 'anyOf' && takesEverything(child))));
}

function takesEverything(members: unknown): boolean {
  return (
    Array.isArray(members) &&
    members.some((member) => typeof member === 'object' && member !== null && Object.keys(member).length === 0)
  );
}
