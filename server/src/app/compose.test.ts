import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';
import type { RouteDeclaration } from '../platform/http/route.ts';
import { compose } from './compose.ts';
import { declaredRoutes } from './declared-routes.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const nameOf = ({ surface, method, path }: RouteDeclaration): string => `${surface} ${method} ${path}`;

test('the features have exactly the routes that the generated document declares', () => {
  const { features } = compose(server.platform);
  const brought = features.flatMap(({ routes }) => routes ?? []).map(nameOf);
  expect(brought.toSorted()).toEqual(declaredRoutes.map(nameOf).toSorted());
});
