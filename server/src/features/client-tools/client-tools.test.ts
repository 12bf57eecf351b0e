import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, followFromNow, readEvents, type ReceivedEvent } from '../../../test/client.ts';
import { useClock } from '../../../test/clock.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { createChat, type TestChat, visitChat } from '../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let models: ModelServer;
let server: ServerUnderTest;
let chat: TestChat;
let agentId: string;
const clock = useClock();

const readCart = {
  type: 'client',
  name: 'read_cart',
  description: 'What is in the cart.',
  parameters: { type: 'object', properties: { currency: { type: 'string' } } },
};

beforeAll(async () => {
  models = await startModelServer();
  server = await startServer({ OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'gpt-4o' });
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Shop', tools: [readCart] } });
  agentId = agent.body.data.id;
  chat = await createChat(server, { agent_id: agentId, behaviour: { show_tool_calls: false } });
});
afterAll(async () => {
  await server.close();
  await models.close();
});

/** A page of one visitor. */
class Page {
  readonly base: string;
  readonly headers: Record<string, string>;

  constructor(base: string, headers: Record<string, string>) {
    this.base = base;
    this.headers = headers;
  }

  static async open(): Promise<Page> {
    const { path, headers } = await visitChat(server, chat);
    return new Page(path, headers);
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
    return call(server, 'POST', this.base + path, { key: null, headers: { ...this.headers, ...headers }, body });
  }

  /** Sends the message that makes the agent read the cart; `onEvent` sees each event, and ends it with true. */
  async ask(onEvent: (event: ReceivedEvent) => boolean | void = () => undefined, signal?: AbortSignal) {
    return readEvents(server, `${this.base}/messages`, {
      method: 'POST',
      key: null,
      headers: this.headers,
      body: { content: 'call read_cart {"currency":"NOK"}' },
      until: (event) => onEvent(event) === true,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Sends a message, and disconnects once the agent has called; returns the call's id. */
  async askAndLeave(): Promise<string> {
    const events = await this.ask(isClientCall);
    // The server notices it a moment later.
    await eventually(async () => {
      const { sql } = server.platform.database;
      const [row] = await sql`SELECT state FROM client_tool_calls ORDER BY created_at DESC LIMIT 1`;
      return row?.['state'] === 'released' ? true : undefined;
    });
    return events.at(-1)?.data.id;
  }

  async lastReply(): Promise<string> {
    return eventually(async () => {
      const { body } = await call(server, 'GET', `${this.base}/messages`, { key: null, headers: this.headers });
      const last = body.data.at(-1);
      return last?.role === 'assistant' && last.status === 'complete' ? last.content : undefined;
    });
  }
}

const isClientCall = ({ event, data }: ReceivedEvent): boolean => event === 'message:tool_call' && data.client === true;
const textOf = (events: readonly ReceivedEvent[]) =>
  events.find(({ event }) => event === 'message:completed')?.data.content;
const silence = 'The tool answered: The visitor’s page did not answer.';

describe('the page that sent the message', () => {
  it('runs the tool and reports its result', async () => {
    const page = await Page.open();
    const calls: ReceivedEvent[] = [];
    const events = await page.ask((event) => {
      if (!isClientCall(event)) return;
      calls.push(event);
      void page.post('/tool-results', { toolCallId: event.data.id, result: { items: 2, total: 59.8 } });
    });
    expect(calls).toMatchObject([{ data: { name: 'read_cart', arguments: { currency: 'NOK' }, client: true } }]);
    expect(textOf(events)).toBe('The tool answered: {"items":2,"total":59.8}');
    // Calls that the server itself runs stay hidden.
    expect(events.some(({ event }) => event === 'message:tool_result')).toBe(false);
    expect(models.calls.at(-1)?.body).toMatchObject({
      tools: [{ function: { name: 'read_cart', description: 'What is in the cart.' } }],
    });
  });

  it('may be of a newer version: fields that the server does not know are ignored', async () => {
    const page = await Page.open();
    const events = await page.ask((event) => {
      if (!isClientCall(event)) return;
      void page.post('/tool-results', { toolCallId: event.data.id, result: 'three', durationMs: 12 });
    });
    expect(textOf(events)).toBe('The tool answered: three');
  });

  it('reports an error', async () => {
    const page = await Page.open();
    const events = await page.ask((event) => {
      if (isClientCall(event)) void page.post('/tool-results', { toolCallId: event.data.id, error: 'No cart here.' });
    });
    expect(textOf(events)).toBe('The tool answered: The visitor’s page reported an error: No cart here.');
  });

  it('gets 404 for a call that is unknown, foreign, answered or late', async () => {
    const page = await Page.open();
    const stranger = await Page.open();
    const statuses: Promise<number[]>[] = [];
    const report = async (from: Page, toolCallId: string) =>
      (await from.post('/tool-results', { toolCallId, result: 1 })).status;
    await page.ask((event) => {
      if (!isClientCall(event)) return;
      const work = async () => [
        await report(page, 'unknown'),
        await report(stranger, event.data.id),
        await report(page, event.data.id),
        await report(page, event.data.id),
      ];
      statuses.push(work());
    });
    expect(await statuses[0]).toEqual([404, 404, 200, 404]);
    const late = await Page.open();
    let id = '';
    const events = await late.ask((event) => {
      if (!isClientCall(event)) return;
      id = event.data.id;
      clock.forward(60_000);
    });
    expect(textOf(events)).toBe(silence);
    expect(await report(late, id)).toBe(404);
    const both = { toolCallId: id, result: 1, error: 'x' };
    expect((await late.post('/tool-results', both)).status).toBe(400);
  });

  it('can’t end a later call with a late result, even if the model server repeats its ids', async () => {
    const page = await Page.open();
    let first = '';
    await page.ask((event) => {
      if (!isClientCall(event)) return;
      first = event.data.id;
      clock.forward(60_000);
    });
    const late: Promise<number>[] = [];
    const events = await page.ask((event) => {
      if (!isClientCall(event)) return;
      const work = async () => {
        const { status } = await page.post('/tool-results', { toolCallId: first, result: 'late' });
        await page.post('/tool-results', { toolCallId: event.data.id, result: 'in time' });
        return status;
      };
      late.push(work());
    });
    expect(await late[0]).toBe(404);
    expect(textOf(events)).toBe('The tool answered: in time');
  });

  it('keeps the call from other tabs while it reads', async () => {
    const page = await Page.open();
    const claims: Promise<number>[] = [];
    const events = await page.ask((event) => {
      if (!isClientCall(event)) return;
      const work = async () => {
        const { status } = await page.post(`/tool-calls/${event.data.id}/claim`);
        await page.post('/tool-results', { toolCallId: event.data.id, result: 'mine' });
        return status;
      };
      claims.push(work());
    });
    expect(await claims[0]).toBe(400);
    expect(textOf(events)).toBe('The tool answered: mine');
  });
});

describe('after a reload', () => {
  it('a page is offered the call, claims it once, and returns the result', async () => {
    const page = await Page.open();
    const id = await page.askAndLeave();
    const offered = await readEvents(server, `${page.base}/events`, {
      key: null,
      headers: page.headers,
      until: isClientCall,
    });
    // A page sets up when it is connected.
    expect(offered.map(({ event }) => event)).toEqual(['connected', 'message:tool_call']);
    expect(offered.at(-1)).toMatchObject({ data: { id, name: 'read_cart', arguments: { currency: 'NOK' } } });
    const claims = await Promise.all([1, 2, 3].map(async () => page.post(`/tool-calls/${id}/claim`)));
    expect(claims.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(claims.find(({ status }) => status === 200)?.body.data).toEqual({
      toolCallId: id,
      name: 'read_cart',
      arguments: { currency: 'NOK' },
    });
    expect((await page.post('/tool-results', { toolCallId: id, result: 'after all' })).status).toBe(200);
    expect(await page.lastReply()).toBe('The tool answered: after all');
    expect((await page.post(`/tool-calls/${id}/claim`)).status).toBe(404);
  });

  it('a page whose claim got no response claims the call again with the same key, and no other page does', async () => {
    const page = await Page.open();
    const id = await page.askAndLeave();
    const claim = async (key: string) => page.post(`/tool-calls/${id}/claim`, {}, { 'Idempotency-Key': key });
    const [mine, other] = ['key-of-one-page-0001', 'key-of-another-page-0002'];
    expect((await claim('short')).status).toBe(400);
    const first = await claim(mine);
    expect(first.status).toBe(200);
    const again = await claim(mine);
    expect({ status: again.status, data: again.body.data }).toEqual({ status: 200, data: first.body.data });
    expect((await claim(other)).status).toBe(400);
    expect((await page.post(`/tool-calls/${id}/claim`)).status).toBe(400);
    expect((await page.post('/tool-results', { toolCallId: id, result: 'once' })).status).toBe(200);
    expect(await page.lastReply()).toBe('The tool answered: once');
    expect((await claim(mine)).status).toBe(404);
  });

  it('the model is notified if the page opens again and does not claim the call', async () => {
    const page = await Page.open();
    await page.askAndLeave();
    const { events } = await followFromNow(server, `${page.base}/events`, {
      key: null,
      headers: page.headers,
      until: ({ event }) => event === 'message:completed',
    });
    clock.forward(5_000);
    expect(textOf(await events)).toBe(silence);
  });

  it('a claim gives the page the remaining time of the minute', async () => {
    const page = await Page.open();
    const id = await page.askAndLeave();
    await readEvents(server, `${page.base}/events`, { key: null, headers: page.headers, until: isClientCall });
    expect((await page.post(`/tool-calls/${id}/claim`)).status).toBe(200);
    clock.forward(30_000);
    expect((await page.post('/tool-results', { toolCallId: id, result: 'slow' })).status).toBe(200);
    expect(await page.lastReply()).toBe('The tool answered: slow');
  });
});

it('a call of a cancelled reply stops waiting', async () => {
  const page = await Page.open();
  const id = await page.askAndLeave();
  await page.post('/cancel');
  expect((await page.post('/tool-results', { toolCallId: id, result: 1 })).status).toBe(404);
  expect((await page.post(`/tool-calls/${id}/claim`)).status).toBe(404);
});

it('an agent without a page is not offered the tool', async () => {
  const thread = (await call(server, 'POST', `/api/v1/agents/${agentId}/threads`, { body: {} })).body.data.id;
  const body = { content: 'Hello' };
  expect((await call(server, 'POST', `/api/v1/threads/${thread}/messages`, { body })).status).toBe(200);
  expect(models.calls.at(-1)?.body).not.toHaveProperty('tools');
  const trial = { tool: 'read_cart' };
  expect((await call(server, 'POST', `/api/v1/agents/${agentId}/tools/try`, { body: trial })).status).toBe(400);
});

it('a persona has no page', async () => {
  const body = { name: 'Clerk', category: 'Research', sopSteps: ['Look'], tools: [readCart] };
  const { status, body: answer } = await call(server, 'POST', '/api/personas', { body });
  expect(status).toBe(400);
  expect(JSON.stringify(answer.error.details.fields)).toContain('body.tools[0].type');
});

it('two tools with the same name, and parameters that are not a schema, are refused', async () => {
  const create = async (tools: unknown[]) => call(server, 'POST', '/api/v1/agents', { body: { name: 'Shop', tools } });
  expect((await create([readCart, readCart])).status).toBe(400);
  const parameters = { type: 'object', properties: { a: { type: 'strin' } } };
  const { status, body } = await create([{ ...readCart, parameters }]);
  expect(status).toBe(400);
  expect(body.error.details.fields[0].path).toMatch(/^body\.tools\[0\]\.parameters/);
});
