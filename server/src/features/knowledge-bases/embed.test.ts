import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { writeVector } from './embed.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** The vector as the database stores it. */
async function store(vector: Float32Array): Promise<number[]> {
  const [row] = await server.platform.database.sql<{ stored: string }[]>`
    SELECT l2_normalize(${writeVector(vector)}::int[]::vector)::text AS stored`;
  return JSON.parse(row?.stored ?? '[]') as number[];
}

test('a vector of any length is stored with its direction and the length 1', async () => {
  const vector = Float32Array.from({ length: 1536 }, (_, at) => Math.sin(at * at) * 40);
  const length = Math.hypot(...vector);
  const stored = await store(vector);
  expect(Math.hypot(...stored)).toBeCloseTo(1, 5);
  expect(Math.max(...stored.map((value, at) => Math.abs(value - (vector[at] ?? 0) / length)))).toBeLessThan(2e-7);
});

test('small numbers keep their digits, and a vector without direction stays one', async () => {
  expect(await store(Float32Array.of(-3e-9, 4e-9))).toEqual([-0.6, 0.8]);
  expect(await store(Float32Array.of(1, -0.00002))).toEqual([1, -0.00002]);
  expect(await store(Float32Array.of(0, 0, 0))).toEqual([0, 0, 0]);
});
