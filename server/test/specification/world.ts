import { afterAll, beforeAll, expect } from 'vitest';
import {
  call,
  eventually,
  type ReceivedEvent,
  followFromNow,
  readEvents,
  type TestAnswer,
  type TestRequest,
} from '../client.ts';
import { type ModelServer, startModelServer } from '../model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../start-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';

// Tests look into bodies of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;

/** A server and doubles of its external services: a model server and a receiver of webhooks. */
export interface World {
  readonly server: ServerUnderTest;
  readonly model: ModelServer;
  readonly receiver: WebhookReceiver;
  /** One request below /api/v1, with the key of every scope unless another is given. */
  api(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  /** The data returned by a GET below /api/v1. */
  get(path: string): Promise<Body>;
  /** The data returned by a POST below /api/v1, which must succeed. */
  make(path: string, body?: unknown): Promise<Body>;
  /** The same at any address of the server. */
  post(path: string, body?: unknown, request?: TestRequest): Promise<Body>;
  /** An agent whose model is the double. */
  agent(fields?: object): Promise<Body>;
  /** A thread with such an agent. */
  thread(agentFields?: object): Promise<Body>;
  /** A key with exactly these scopes. */
  keyWith(scopes: readonly string[], fields?: object): Promise<string>;
  /** The events of a stream below /api/v1. */
  events(path: string, options?: Parameters<typeof readEvents>[2]): Promise<ReceivedEvent[]>;
  /** The same from now on; resolves once the stream is connected. */
  follow(path: string, options?: Parameters<typeof readEvents>[2]): Promise<{ events: Promise<ReceivedEvent[]> }>;
  /** A resource below /api/v1 once it has that status. */
  until(path: string, ...statuses: string[]): Promise<Body>;
}

/** The doubles of a world; the environment of its server may depend on their addresses. */
interface Doubles {
  readonly model: ModelServer;
  readonly receiver: WebhookReceiver;
}

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the world is not started yet');
  return value;
}

/** A server for the tests of this file, on an empty database, with doubles of its external services. */
export function useWorld(
  environment: Record<string, string> | ((doubles: Doubles) => Record<string, string>) = {},
): World {
  let server: ServerUnderTest | undefined;
  let model: ModelServer | undefined;
  let receiver: WebhookReceiver | undefined;
  beforeAll(async () => {
    model = await startModelServer();
    receiver = await startWebhookReceiver();
    server = await startServer({
      // Lets each test use a separate visitor.
      TRUST_PROXY: '1',
      OUTBOUND_ALLOW: '127.0.0.1',
      OPENAI_BASE_URL: model.url,
      DEFAULT_MODEL: 'double',
      ...(typeof environment === 'function' ? environment({ model, receiver }) : environment),
    });
  });
  afterAll(async () => {
    await server?.close();
    await receiver?.close();
    await model?.close();
  });
  const world: World = {
    get server() {
      return started(server);
    },
    get model() {
      return started(model);
    },
    get receiver() {
      return started(receiver);
    },
    api: async (method, path, request) => call(world.server, method, `/api/v1${path}`, request),
    get: async (path) => {
      const { status, body } = await world.api('GET', path);
      expect(body.error ?? status).toBe(200);
      return body.data;
    },
    make: async (path, body) => world.post(`/api/v1${path}`, body),
    post: async (path, body, request = {}) => {
      const answer = await call(world.server, 'POST', path, { ...request, body });
      if (answer.status >= 300)
        throw new Error(`${path} responded with ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
    agent: async (fields = {}) => world.make('/agents', { name: 'Guide', model: 'double', ...fields }),
    thread: async (agentFields) => world.make(`/agents/${(await world.agent(agentFields)).id}/threads`),
    keyWith: async (scopes, fields = {}) => (await world.make('/api-keys', { name: 'k', scopes, ...fields })).key,
    events: async (path, options) => readEvents(world.server, `/api/v1${path}`, options),
    follow: async (path, options) => followFromNow(world.server, `/api/v1${path}`, options),
    until: async (path, ...statuses) =>
      eventually(async () => {
        const { data } = (await world.api('GET', path)).body;
        return statuses.includes(data.status) ? data : undefined;
      }),
  };
  return world;
}

/** A workflow of one node that outputs a text, or of the given nodes. */
export function workflowOf(
  nodes: object[] = [{ id: 'say', type: 'template', config: { text: 'Done' } }],
  rest: object = {},
) {
  return { name: 'Test', definition: { nodes, ...rest } };
}

/** A node that waits for a person. */
export const approval = { id: 'ask', type: 'approval', config: { title: 'May it?' } };

/** A node that ends the execution as failed. */
export const failure = { id: 'stop', type: 'fail', config: { code: 'out_of_stock', message: 'Nothing is left.' } };

/** A multipart body with one file. */
export function fileForm(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content]), name);
  return form;
}
