import { describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/app/operations.ts';
import { buildOpenApi } from '../../src/platform/http/openapi/build-openapi.ts';
import { listMedia } from './list-media.ts';
import { openSchemas } from './open-schemas.ts';

/* Every request and response body of the document has an example, and every example matches its schema. */
const document = buildOpenApi(allRoutes(), '0.0.0');
const schemas = openSchemas(document);
const media = listMedia(document);
const withBody = media.filter(({ type }) => type !== 'multipart/form-data');

test('the document has request and response bodies', () => {
  expect(withBody.length).toBeGreaterThan(150);
});

describe('has an example that matches its schema', () => {
  test.each(withBody.map((entry) => [entry.name, entry] as const))('%s', (_, { examples, pointer }) => {
    expect(examples).not.toEqual([]);
    for (const example of examples) expect(schemas.faults(`${pointer}/schema`, example)).toEqual([]);
  });
});
