import { call, type TestAnswer } from './client.ts';

type Endpoint = Parameters<typeof call>[0];

/** A new chat interface. */
export interface TestChat {
  readonly id: string;
  /** The path of its sessions. */
  readonly sessions: string;
}

/** A new session of a visitor. */
export interface TestVisit {
  readonly threadId: string;
  /** A request of the visitor to the session; `path` comes after its own. */
  send(method: string, path: string, body: object): Promise<TestAnswer>;
}

/** A new chat interface and a session of a visitor in it. */
export interface OpenChat extends TestChat, TestVisit {}

/** Creates an agent, and a chat interface with these settings of the API. */
export async function createChat(server: Endpoint, settings: object = {}): Promise<TestChat> {
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Desk', agent_id: agent.id, ...settings };
  const { id, slug } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
  return { id, sessions: `/api/public/chat-interfaces/${slug}/sessions` };
}

/** Begins a conversation of a new visitor. */
export async function visitChat(server: Endpoint, { sessions }: Pick<TestChat, 'sessions'>): Promise<TestVisit> {
  const { id, token, threadId } = (await call(server, 'POST', sessions, { key: null, body: {} })).body.data;
  const headers = { Authorization: `Bearer ${token}` };
  return {
    threadId,
    send: async (method, path, body) => call(server, method, `${sessions}/${id}${path}`, { key: null, headers, body }),
  };
}

/** Creates an agent and a chat interface, and begins a conversation there. */
export async function openChat(server: Endpoint, settings: object = {}): Promise<OpenChat> {
  const chat = await createChat(server, settings);
  return { ...chat, ...(await visitChat(server, chat)) };
}
