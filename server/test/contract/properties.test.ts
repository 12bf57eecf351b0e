import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Scope } from '@portico/shared-types';
import { timeouts } from '../../../scripts/tests/timeouts.ts';
import { allRoutes } from '../../src/app/operations.ts';
import { createApiKey } from '../../src/features/api-keys/index.ts';
import { buildOpenApi } from '../../src/platform/http/openapi/build-openapi.ts';
import { signUpOwner, type TestBrowser } from '../browser.ts';
import { startServer, type ServerUnderTest } from '../start-server.ts';
import { listOperations, type Operation } from './list-media.ts';
import { openSchemas } from './open-schemas.ts';
import { faultsOf } from './properties/faults-of.ts';
import { fillWorkspace, type FilledWorkspace } from './properties/fill-workspace.ts';
import { requestOf } from './properties/request-of.ts';
import { sendRequest } from './properties/send-request.ts';
import { Tally } from './properties/tally.ts';

/*
 * With any input, no operation of the document fails (5xx), and every response matches the document for its status.
 * PROPERTY_RUNS=200 sends that many requests to each operation instead of a few; PROPERTY_SEED=n repeats the requests
 * of another run (a failure prints its seed). `npm test` always sends the same requests, so that everybody gets the
 * same result.
 */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 8);
const seed = Number(
  process.env['PROPERTY_SEED'] ?? (process.env['PROPERTY_RUNS'] === undefined ? 1 : Date.now() % 2 ** 31),
);
/** A slow machine sends fewer requests in `npm test`, but one at least; a long run is not shortened. */
const maxMs = process.env['PROPERTY_RUNS'] === undefined ? 4_000 : 10 * 60_000;

const document = buildOpenApi(allRoutes(), '0.0.0');
const schemas = openSchemas(document);
const tally = new Tally();
// Deleting operations come last, because otherwise nothing would be left to request.
const order = ['POST', 'PATCH', 'GET', 'DELETE'];
const operations = listOperations(document).toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

let server: ServerUnderTest;
let key: string;
let person: TestBrowser;
let filled: FilledWorkspace;

beforeAll(async () => {
  server = await startServer({
    PUBLIC_RATE_LIMIT_PER_DAY: '100000000',
    TRUST_PROXY: '1',
    // Nothing listens there, so outbound requests fail immediately and stay on this machine.
    OUTBOUND_ALLOW: '127.0.0.1:9',
    LOG_LEVEL: process.env['PROPERTY_LOG_LEVEL'] ?? 'fatal',
  });
  const [workspace] = await server.platform.database.sql`SELECT id FROM workspaces WHERE name = 'default'`;
  const owner = { workspaceId: String(workspace?.['id']) };
  ({ key } = await createApiKey(server.platform, owner, { name: 'fuzz', scopes: Scope.options }));
  filled = await fillWorkspace(server);
  person = await signUpOwner(server);
});
afterAll(async () => {
  await server.close();
  process.stdout.write(`properties, seed ${seed}: ${tally.describe()}\n`);
});

function keyOf({ operation, path }: Operation): Record<string, string> {
  if (path.startsWith('/hooks/')) return { 'x-portico-token': filled.hookSecret };
  const [tag] = operation['tags'] as string[];
  if (tag === 'Public chat') return { authorization: `Bearer ${filled.sessionToken}` };
  if (tag === 'Linked persona tasks') return { authorization: `Bearer ${filled.linkToken}` };
  const security = operation['security'] as object[];
  if (security.length === 1 && security.some((way) => 'session' in way)) {
    return { cookie: person.cookie ?? '', 'sec-fetch-site': 'same-origin' };
  }
  return { 'x-api-key': key };
}

describe('responds to any input as documented', () => {
  const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
  test.each(named)(
    '%s',
    async (name, operation) => {
      const startedAt = performance.now();
      let sent = 0;
      const property = fc.asyncProperty(requestOf(operation, { document, ids: filled.ids }), async (request) => {
        if (sent > 0 && performance.now() - startedAt > maxMs) return;
        sent += 1;
        const answer = await sendRequest(server.url, request, keyOf(operation));
        tally.count(name, answer.status);
        const faults = faultsOf(document, schemas, operation, answer);
        expect({ faults, body: faults.length === 0 ? '' : answer.body }).toEqual({ faults: [], body: '' });
      });
      await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    },
    maxMs + timeouts.testTimeout,
  );
});
