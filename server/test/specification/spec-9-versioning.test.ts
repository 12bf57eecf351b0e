import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../client.ts';
import { makeChat, makeForm } from './interfaces.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 9 Versioning', () => {
  let agent: Body;
  let form: Body;
  let chat: Body;
  beforeAll(async () => {
    agent = await world.agent();
    form = await makeForm(world);
    chat = await makeChat(world);
  });
  const read = async (path: string, key?: null) => {
    const { status, body } = await call(world.server, 'GET', path, key === null ? { key } : {});
    return { status, data: body.data };
  };

  it('The base address ends in the version segment /v1', async () => {
    expect(await read(`/v1/agents/${agent.id}`)).toEqual({ status: 200, data: agent });
  });
  it('Resource paths are written with /api/v1', async () => {
    expect(await read(`/api/v1/agents/${agent.id}`)).toEqual({ status: 200, data: agent });
  });
  it.each([
    '/agents',
    '/workflows',
    '/triggers',
    '/threads',
    '/executions',
    '/knowledge-bases',
    '/webhooks',
    '/api-keys',
    '/chat-interfaces',
    '/form-interfaces',
  ])('%s returns the same under both', async (path) => {
    expect(await read(`/v1${path}`)).toEqual(await read(`/api/v1${path}`));
  });
  it('POST /v1/agents is the older one, POST /api/v1/agents the versioned', async () => {
    const older = await call(world.server, 'POST', '/v1/agents', { body: { name: 'A' } });
    const versioned = await call(world.server, 'POST', '/api/v1/agents', { body: { name: 'A' } });
    expect(Object.keys(older.body).toSorted()).toEqual(['data', 'success']);
    expect(Object.keys(versioned.body).toSorted()).toEqual(['data', 'meta']);
  });
  it('Public paths carry no version segment: /api/public/...', async () => {
    expect((await read(`/api/public/form-interfaces/${form.slug}`, null)).status).toBe(200);
    expect((await read(`/api/public/chat-interfaces/${chat.slug}`, null)).status).toBe(200);
  });
  it('/public/... is the same', async () => {
    const path = `/public/chat-interfaces/${chat.slug}`;
    expect(await read(path, null)).toEqual(await read(`/api${path}`, null));
  });
  it('Persona paths carry no version segment: /api/personas/...', async () => {
    expect(await read('/api/personas')).toEqual({ status: 200, data: [] });
    expect((await read('/api/v1/personas')).status).toBe(404);
  });
});
