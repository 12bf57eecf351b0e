import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../client.ts';
import { testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('Specification 2.1 Conventions', () => {
  let agents: Body;
  let single: Body;
  beforeAll(async () => {
    for (const name of ['One', 'Two', 'Three']) await world.make('/agents', { name });
    agents = (await world.api('GET', '/agents?per_page=2&page=1')).body;
    single = (await world.api('GET', `/agents/${agents.data[0].id}`)).body;
  });

  it('Timestamps are ISO 8601 UTC strings with milliseconds', () => {
    expect(single.data.created_at).toMatch(iso);
    expect(single.data.updated_at).toMatch(iso);
    expect(Math.abs(Date.parse(single.data.created_at) - Date.now())).toBeLessThan(120_000);
  });

  it('Identifiers are strings', () => {
    expect(single.data.id).toBeTypeOf('string');
  });

  it('The versioned API uses snake_case field names', () => {
    const names = [...Object.keys(single), ...Object.keys(single.data), ...Object.keys(single.meta)];
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('The older endpoints use camelCase and a different envelope', async () => {
    const { body } = await call(world.server, 'POST', '/v1/agents', { body: { name: 'Older', model: 'double' } });
    expect(Object.keys(body).toSorted()).toEqual(['data', 'success']);
    expect(Object.keys(body.data)).toContain('createdAt');
    expect(Object.keys(body.data)).not.toContain('created_at');
  });

  describe('Success envelope', () => {
    it('data is the resource', () => {
      expect(single.data).toMatchObject({ id: agents.data[0].id, name: 'Three' });
    });
    it('data is an array for list endpoints', () => {
      expect(agents.data).toHaveLength(2);
    });
    it('pagination is only on list endpoints', () => {
      expect(Object.keys(agents).toSorted()).toEqual(['data', 'meta', 'pagination']);
      expect(Object.keys(single).toSorted()).toEqual(['data', 'meta']);
    });
    it('meta.request_id: string, the same as the header X-Request-Id', async () => {
      const { body, headers } = await world.api('GET', '/agents');
      expect(body.meta.request_id).toMatch(/./);
      expect(headers.get('x-request-id')).toBe(body.meta.request_id);
    });
    it('meta.timestamp: the ISO 8601 time of the response', () => {
      expect(single.meta.timestamp).toMatch(iso);
      expect(Math.abs(Date.parse(single.meta.timestamp) - Date.now())).toBeLessThan(120_000);
    });
  });

  describe('Pagination object', () => {
    testFields(() => agents.pagination, {
      page: 'integer',
      per_page: 'integer',
      total_count: 'integer',
      total_pages: 'integer',
      has_next: 'boolean',
      has_prev: 'boolean',
    });
    it('is true on the first page', () => {
      expect(agents.pagination).toEqual({
        page: 1,
        per_page: 2,
        total_count: 3,
        total_pages: 2,
        has_next: true,
        has_prev: false,
      });
    });
    it('is true on the last page', async () => {
      // The older endpoint's test may have added one.
      const { data, pagination } = (await world.api('GET', '/agents?per_page=2&page=2')).body;
      expect(pagination).toMatchObject({ page: 2, per_page: 2, total_pages: 2, has_next: false, has_prev: true });
      expect(data).toHaveLength(pagination.total_count - 2);
    });
    it('is true on a page behind the last', async () => {
      const { data, pagination } = (await world.api('GET', '/agents?per_page=2&page=9')).body;
      expect(data).toEqual([]);
      expect(pagination).toMatchObject({ page: 9, has_next: false, has_prev: true });
    });
    it('is true of an empty list', async () => {
      const { data, pagination } = (await world.api('GET', '/webhooks')).body;
      expect(data).toEqual([]);
      expect(pagination).toMatchObject({ total_count: 0, total_pages: 0, has_next: false, has_prev: false });
    });
  });
});
