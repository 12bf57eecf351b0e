import { operations } from '@portico/shared-types/client/operations';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { allRoutes } from '../../src/app/operations.ts';
import { prefixes } from '../../src/platform/http/surfaces.ts';

/*
 * The typed client and the server use the same declarations: each operation of the versioned API and of personas is in
 * the client's table, and the table has the same schemas as the route.
 */
interface Known {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly body?: z.ZodType | undefined;
  readonly fields?: z.ZodType | undefined;
  readonly query?: z.ZodType;
  readonly answer?: z.ZodType;
  readonly events?: Readonly<Record<string, z.ZodType>>;
}

const known = Object.entries(operations).flatMap(([resource, table]) =>
  Object.entries(table).map(([name, operation]) => [`client.${resource}.${name}`, operation as Known] as const),
);
const routes = allRoutes().map((route) => {
  const path = `${prefixes[route.surface][0] ?? ''}${route.path === '/' ? '' : route.path}`;
  return { route, address: `${route.method} ${path.replaceAll(/:(\w+)/g, '{$1}')}` };
});

test('every operation of the versioned API and of personas is in the client', () => {
  const reached = new Set(known.map(([, { method, path }]) => `${method} ${path}`));
  const wanted = routes.filter(
    // Routes that follow another project's protocol are called with that project's client.
    ({ route: { surface, protocol } }) => (surface === 'versioned' || surface === 'personas') && protocol === undefined,
  );
  expect(wanted.length).toBeGreaterThan(80);
  expect(wanted.map(({ address }) => address).filter((address) => !reached.has(address))).toEqual([]);
});

describe('matches its route', () => {
  test.each(known)('%s', (_, { kind, method, path, body, fields, query, answer, events }) => {
    const route = routes.find(({ address }) => address === `${method} ${path}`)?.route;
    if (route === undefined) throw new Error(`no route is ${method} ${path}`);
    expect(kind === 'list').toBe(route.list === true);
    expect(kind === 'upload').toBe(
      route.multipart !== undefined && body === undefined && events === undefined && kind !== 'call',
    );
    if (kind === 'upload') expect(fields).toBe(route.bodyDocument?.fields ?? route.body);
    else expect(body).toBe(route.bodyDocument?.json ?? route.body);
    expect(query).toBe(route.query);
    if (kind === 'stream') expect(events).toBe(route.events);
    else expect(answer).toBe(route.answer);
  });
});
