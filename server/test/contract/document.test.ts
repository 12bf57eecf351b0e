import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/app/operations.ts';
import { buildOpenApi } from '../../src/platform/http/openapi/build-openapi.ts';

const document = buildOpenApi(allRoutes(), '0.0.0');

test('openapi.json is valid OpenAPI 3.1 under a strict linter', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The server's address is that of the document, but a rule requires an absolute address.
    rules: {
      'no-server-example.com': 'off',
      'no-empty-servers': 'off',
      'operation-4xx-response': 'error',
      // A download responds with a redirect; the test below covers the purpose of this rule.
      'operation-2xx-response': 'off',
      // /api/personas/instances/{id} is beside /api/personas/{id}/instances; the literal one is matched first.
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const faults = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  expect(faults).toEqual([]);
});

test('every operation has a unique name, a summary and a tag', () => {
  const operations = Object.values(
    document['paths'] as Record<string, Record<string, Record<string, unknown>>>,
  ).flatMap((entry) => Object.values(entry));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary, tags } of operations) {
    expect(summary).toEqual(expect.any(String));
    expect(tags).toHaveLength(1);
  }
});

test('no component has the name of another one, or of a global, in the code that generators write', () => {
  const { schemas, responses } = document['components'] as Record<string, Record<string, object>>;
  // orval adds this suffix to the names of responses.
  const names = Object.keys(responses ?? {}).map((name) => `${name}Response`);
  names.push(...Object.keys(schemas ?? {}));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // What a generated client uses of the language and of the Fetch API.
  const types =
    'Awaited Exclude Extract NonNullable Omit Partial Pick Readonly ReadonlyArray Record Required ReturnType';
  const used = 'Array BodyInit HeadersInit Object ReadableStream RequestInfo RequestInit URLSearchParams';
  // Node.js has those of the Fetch API too, such as File, but none of the DOM, such as Node, which no client uses.
  const globals = new Set([...Object.getOwnPropertyNames(globalThis), ...types.split(' '), ...used.split(' ')]);
  expect(names.filter((name) => globals.has(name))).toEqual([]);
});

test('an expired preview, another person’s workspace and the last owner are errors of their operations', () => {
  type Operation = { responses: object; parameters: { name: string }[] };
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  for (const path of ['/api/public/chat-interfaces/{slug}', '/api/public/form-interfaces/{slug}']) {
    expect(paths[path]?.['get']?.responses).toHaveProperty('401');
    expect(paths[path]?.['get']?.parameters.map(({ name }) => name)).toContain('X-Portico-Preview');
  }
  expect(paths['/api/v1/agents']?.['get']?.responses).toHaveProperty('404');
  expect(paths['/api/v1/members/{id}']?.['delete']?.responses).toHaveProperty('400');
});

test('operations have the bodies and headers that only their handlers read', () => {
  type Operation = { requestBody?: { content: object }; parameters: { name: string }[] };
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const headersOf = (path: string): string[] => paths[path]?.['post']?.parameters.map(({ name }) => name) ?? [];
  const hook = paths['/hooks/{id}']?.['post'];
  expect(Object.keys(hook?.requestBody?.content ?? {})).toEqual(['application/json', 'text/plain']);
  expect(headersOf('/hooks/{id}')).toEqual(
    expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']),
  );
  const messages = '/api/public/chat-interfaces/{slug}/sessions/{id}/messages';
  for (const path of ['/api/v1/threads/{id}/messages', messages]) expect(headersOf(path)).toContain('Last-Event-ID');
  const claim = '/api/public/chat-interfaces/{slug}/sessions/{id}/tool-calls/{tool_call_id}/claim';
  expect(headersOf(claim)).toContain('Idempotency-Key');
});

describe('the texts for people', () => {
  type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };
  type Operation = { parameters: { name: string; description?: string }[] } & Record<string, unknown>;
  const operations = Object.values(document['paths'] as Record<string, Record<string, Operation>>).flatMap((entry) =>
    Object.values(entry),
  );

  test('every operation and every parameter has a description', () => {
    const bare = operations.flatMap(({ operationId, description, parameters }) => [
      ...(typeof description === 'string' && !/^Scopes: .*$/.test(description) ? [] : [String(operationId)]),
      ...parameters
        .filter((parameter) => !parameter.description)
        .map(({ name }) => `${String(operationId)} parameter ${name}`),
    ]);
    expect(bare).toEqual([]);
  });

  test('every property has a description', () => {
    const bare: string[] = [];
    const visit = (value: unknown, place: string): void => {
      if (Array.isArray(value)) for (const entry of value) visit(entry, place);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      for (const [keyword, inner] of Object.entries(value as Schema)) {
        if (keyword === 'example' || keyword === 'examples') continue;
        if (keyword !== 'properties') {
          visit(inner, place);
          continue;
        }
        for (const [name, property] of Object.entries(inner as Record<string, Schema>)) {
          if (!property['description']) bare.push(`${place}.${name}`);
          visit(property, `${place}.${name}`);
        }
      }
    };
    for (const [name, schema] of Object.entries((document['components'] as { schemas: Schema }).schemas)) {
      visit(schema, name);
    }
    visit(document['paths'], 'paths');
    // A text for each: shared-types/src/descriptions.
    expect(bare).toEqual([]);
  });

  test('operation ids consist of a verb and its object', () => {
    const names = operations.map(({ operationId }) => String(operationId));
    expect(names).toEqual(
      expect.arrayContaining(['createAgent', 'rotateApiKey', 'listWebhookDeliveries', 'fireTrigger']),
    );
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z0-9]*)+$/);
  });
});

test('with the default types of openapi-typescript, a name is enough to create an agent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-openapi-'));
  try {
    await writeFile(join(folder, 'api.ts'), astToString(await openapiTypeScript(JSON.stringify(document))));
    const use = `import type { components, operations } from './api.ts';
      export const agent: components['schemas']['AgentCreate'] = { name: 'X' };
      export const body: operations['createAgent']['requestBody']['content']['application/json'] = agent;
      // @ts-expect-error: a name is required
      export const nameless: components['schemas']['AgentCreate'] = {};
      export type Form = components['schemas']['FormInterfaceCreate'];
    `;
    await writeFile(join(folder, 'use.ts'), use);
    const flags = [
      '--noEmit',
      '--strict',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
      '--skipLibCheck',
      'false',
    ];
    const tsc = fileURLToPath(new URL('../../../node_modules/@typescript/native/bin/tsc', import.meta.url));
    const compile = promisify(execFile)(process.execPath, [tsc, ...flags, '--types', '', 'use.ts'], { cwd: folder });
    // The compiler's errors are on its standard output.
    const found = await compile.then(
      () => '',
      (error: { stdout?: string; message: string }) => error.stdout || error.message,
    );
    expect(found).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
