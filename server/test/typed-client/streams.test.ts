import { type Client, createClient } from '@portico/shared-types';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../client.ts';
import { startServer, type ServerUnderTest } from '../start-server.ts';
import { type FlakyProxy, type Mishap, startFlakyProxy } from './start-flaky-proxy.ts';

let server: ServerUnderTest;
let client: Client;
let proxy: FlakyProxy | undefined;
beforeAll(async () => {
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: server.apiKey });
});
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
});
afterAll(async () => server.close());

async function behind(plan: (line: string, count: number) => Mishap): Promise<Client> {
  proxy = await startFlakyProxy(server.url, plan);
  return createClient({ baseUrl: proxy.url, apiKey: server.apiKey, reconnectMs: 20 });
}

/** A workflow with this many steps, and its execution. */
async function execute(steps: number): Promise<string> {
  const nodes = Array.from({ length: steps }, (_, at) => ({
    id: `n${at}`,
    type: 'template' as const,
    config: { text: `step ${at}` },
  }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ from: `n${at}`, to: id }));
  const { id } = await client.workflows.create({ name: 'Chain', definition: { nodes, edges } });
  return (await client.workflows.execute(id)).execution_id;
}

describe('the events of an execution', () => {
  it('are received once each and in order, no matter how often the connection breaks', async () => {
    const id = await execute(6);
    const whole = await readEvents(server, `/api/v1/executions/${id}/events`);
    const lengths = [0, 40, 150, 333, 700, 1_024];
    const flaky = await behind((_, count) => {
      const cutAfterBytes = lengths[count - 1];
      if (count === 3) return 'refuse';
      return cutAfterBytes === undefined ? 'none' : { cutAfterBytes };
    });
    const events = await Array.fromAsync(flaky.executions.events(id));
    expect(events[0]?.event).toBe('connected');
    expect(events.slice(1)).toEqual(whole.slice(1));
    expect(events.at(-1)).toMatchObject({ event: 'execution:completed', data: { execution_id: id } });
    expect(proxy?.seen.length).toBeGreaterThan(lengths.length);
  });

  it('start after the given event, and end if nothing follows it', async () => {
    const id = await execute(1);
    const all = await Array.fromAsync(client.executions.events(id));
    const rest = await Array.fromAsync(client.executions.events(id, { lastEventId: 2 }));
    expect(rest.slice(1)).toEqual(all.slice(3));
    const hasty = createClient({ baseUrl: server.url, apiKey: server.apiKey, reconnectMs: 20 });
    const none = await Array.fromAsync(hasty.executions.events(id, { lastEventId: all.at(-1)?.id ?? 0 }));
    expect(none.map(({ event }) => event)).toEqual(['connected']);
  });

  it('of an unknown one are an immediate error', async () => {
    const events = client.executions.events('exe_none');
    await expect(events.next()).rejects.toMatchObject({ status: 404, code: 'resource_not_found' });
  });
});

describe('a streamed reply', () => {
  it('is requested once and read to its end over broken connections', async () => {
    const agent = await client.agents.create({ name: 'Guide' });
    const thread = await client.threads.create(agent.id);
    const flaky = await behind((_, count) => (count < 4 ? { cutAfterBytes: count * 300 } : 'none'));
    let text = '';
    let ended: string | undefined;
    const ids: number[] = [];
    for await (const { id, event, data } of flaky.messages.stream(thread.id, { content: 'What is Portico?' })) {
      if (id !== undefined) ids.push(id);
      if (event === 'message:delta') text += data.content;
      if (event === 'message:completed') ended = data.content;
    }
    expect(ended).toBe(text);
    expect(text).not.toBe('');
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect((await client.messages.list(thread.id)).data.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(proxy?.seen.length).toBeGreaterThan(3);
  });
});

describe('the events of a thread', () => {
  it('continue until the signal fires, or the reader leaves', async () => {
    const agent = await client.agents.create({ name: 'Guide' });
    const thread = await client.threads.create(agent.id);
    const stop = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { event } of client.threads.events(thread.id, { signal: stop.signal })) {
        seen.push(event);
        if (event === 'connected') void client.messages.send(thread.id, { content: 'Hello' });
        if (event === 'message:completed') stop.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toEqual(expect.arrayContaining(['message:created', 'message:started', 'message:completed']));
    for await (const { event } of client.threads.events(thread.id)) {
      expect(event).toBe('connected');
      break;
    }
  });

  it('give up on a server that remains unavailable', async () => {
    proxy = await startFlakyProxy(server.url, () => 'drop-request');
    const lost = createClient({ baseUrl: proxy.url, apiKey: server.apiKey, reconnectMs: 1, maxReconnects: 3 });
    await expect(lost.threads.events('thr_x').next()).rejects.toMatchObject({ code: 'connection_failed' });
    expect(proxy.seen.length).toBe(4);
  });
});

describe('the events of a submission and of a persona’s task', () => {
  it('end with them', async () => {
    const { id } = await client.workflows.create({
      name: 'Echo',
      definition: {
        nodes: [{ id: 'a', type: 'template', config: { text: 'You said: {{ inputs.message }}' } }],
        outputs: { output: '{{ nodes.a.outputs.text }}' },
      },
    });
    const form = await client.formInterfaces.create({ title: 'Echo', target_type: 'workflow', workflow_id: id });
    const visitor = createClient({ baseUrl: server.url });
    const submission = await visitor.forms.submit(form.slug, { message: 'Hello' });
    const events = await Array.fromAsync(visitor.forms.events(form.slug, submission.id));
    expect(events.at(-1)).toMatchObject({ event: 'submission:completed', data: { output: 'You said: Hello' } });

    const persona = await client.personas.create({
      name: 'Writer',
      category: 'Content',
      sopSteps: ['Write'],
      autonomyLevel: 'full_auto',
      deliverables: [{ name: 'Text', type: 'markdown', guaranteed: true }],
    });
    const task = await client.personaInstances.start(persona.id, { taskTitle: 'A poem' });
    const names = await Array.fromAsync(client.personaInstances.events(task.id), ({ event }) => event);
    expect(names.at(-1)).toBe('persona:completed');
    const [deliverable] = (await client.personaInstances.listDeliverables(task.id)).data;
    const blob = await client.personaInstances.download(task.id, deliverable?.id ?? '');
    expect(blob.size).toBe(deliverable?.fileSize);
  });
});
