import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, type Endpoint, eventually, readEvents } from './client.ts';
import type { ModelServer } from './model-server/start-model-server.ts';

// Tests look into bodies of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

/** Makes a persona of these fields; two steps and no tools where nothing else is said. */
export async function makePersona(server: Endpoint, fields: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await call(server, 'POST', '/api/personas', {
    body: {
      name: 'Researcher',
      category: 'Research',
      model: 'double',
      sopSteps: ['Collect the facts', 'Write them up'],
      autonomyLevel: 'full_auto',
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`no persona: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** Starts a task of a persona. */
export async function startTask(
  server: Endpoint,
  personaId: string,
  fields: Record<string, unknown> = {},
): Promise<Body> {
  const { status, body } = await call(server, 'POST', `/api/personas/${personaId}/instances`, {
    body: { taskTitle: 'Market study', ...fields },
  });
  if (status !== 201) throw new Error(`no task: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

export async function getTask(server: Endpoint, id: string): Promise<Body> {
  const { body } = await call(server, 'GET', `/api/personas/instances/${id}`);
  return body.data;
}

/** Waits until a task is in a state, or for one that can't come any more. */
export async function waitFor(server: Endpoint, id: string, status: string, timeoutMs = 20_000): Promise<Body> {
  const over = new Set(['completed', 'failed', 'cancelled']);
  return eventually(async () => {
    const task = await getTask(server, id);
    if (task.status !== status && over.has(task.status)) {
      throw new Error(`the task is ${task.status}, not ${status}: ${JSON.stringify(task.error)}`);
    }
    return task.status === status ? task : undefined;
  }, timeoutMs);
}

export async function decideApproval(
  server: Endpoint,
  instanceId: string,
  approvalId: string,
  body: Record<string, unknown>,
): Promise<{ status: number; body: Body }> {
  return call(server, 'POST', `/api/personas/instances/${instanceId}/approvals/${approvalId}`, { body });
}

/** Every event of a task that is over, without `connected`. */
export async function eventsOf(
  server: Endpoint,
  id: string,
): Promise<{ id: number | undefined; event: string; data: Body }[]> {
  const events = await readEvents(server, `/api/personas/instances/${id}/events`);
  return events.filter(({ event }) => event !== 'connected');
}

/** What the model was told in its n-th call, as text. */
export function promptOf(model: ModelServer, index: number): string {
  return JSON.stringify(model.calls[index]?.body['messages']);
}

export interface HitServer {
  readonly url: string;
  /** Host and port, for OUTBOUND_ALLOW. */
  readonly host: string;
  /** The body of every request so far. */
  readonly hits: string[];
  /** How requests are answered; at once and empty unless a test says otherwise. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A server outside, which tools call. */
export async function startHitServer(): Promise<HitServer> {
  const hits: string[] = [];
  const outside = {
    answer: (response: ServerResponse) => {
      response.end('done');
    },
  };
  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      hits.push(text);
      outside.answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    host: `127.0.0.1:${port}`,
    hits,
    get answer() {
      return outside.answer;
    },
    set answer(answer) {
      outside.answer = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A tool that posts what the model says to a server outside. */
export function sendTool(url: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'http',
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: { properties: { to: { type: 'string' }, text: { type: 'string' } } },
    request: { method: 'POST', url },
    ...fields,
  };
}
