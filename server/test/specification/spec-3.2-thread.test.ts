import { describe, expect, it } from 'vitest';
import { expectInvalid, expectUnknown } from './fields.ts';
import { useWorld } from './world.ts';

const world = useWorld();

describe('Specification 3.2 Thread', () => {
  it('status is active when created', async () => {
    expect((await world.thread()).status).toBe('active');
  });
  it('active → archived by PATCH, and then accepts no message', async () => {
    const { id } = await world.thread();
    const { body } = await world.api('PATCH', `/threads/${id}`, { body: { status: 'archived' } });
    expect(body.data.status).toBe('archived');
    expectInvalid(await world.api('POST', `/threads/${id}/messages`, { body: { content: 'Hi' } }), 'params.id');
  });
  it('archived → active by PATCH', async () => {
    const { id } = await world.thread();
    for (const status of ['archived', 'active']) await world.api('PATCH', `/threads/${id}`, { body: { status } });
    expect((await world.make(`/threads/${id}/messages`, { content: 'Hi' })).role).toBe('assistant');
  });
  it('DELETE removes the thread and all its messages', async () => {
    const { id } = await world.thread();
    await world.make(`/threads/${id}/messages`, { content: 'Hi' });
    expect((await world.api('DELETE', `/threads/${id}`)).body.data).toEqual({ id, deleted: true });
    expectUnknown(await world.api('GET', `/threads/${id}`), 'thread', id);
    expectUnknown(await world.api('GET', `/threads/${id}/messages`), 'thread', id);
    expect((await world.get('/threads')).map((thread: { id: string }) => thread.id)).not.toContain(id);
  });
});
