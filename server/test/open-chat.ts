import { call, type TestAnswer } from './client.ts';

type Endpoint = Parameters<typeof call>[0];

/** A new chat interface. */
export interface TestChat {
  readonly id: string;
  readonly slug: string;
  /** Signs the identities of its visitors. */
  readonly secret: string;
  /** The path of its sessions. */
  readonly sessions: string;
}

/** A new session of a visitor. */
export interface TestVisit {
  readonly sessionId: string;
  readonly token: string;
  readonly threadId: string;
  readonly conversationId: string;
  readonly visitorId: string;
  /** The path of the session. */
  readonly path: string;
  readonly headers: { readonly Authorization: string };
  /** A request of the visitor to the session; `path` comes after its own. */
  send(method: string, path: string, body?: object): Promise<TestAnswer>;
  /** Sends a message of the visitor. */
  say(content: string, attachments?: readonly string[]): Promise<TestAnswer>;
}

/** A new chat interface and a session of a visitor in it. */
export interface OpenChat extends TestChat, TestVisit {}

/** Creates a chat interface with these settings of the API, and an agent for it unless they name one. */
export async function createChat(server: Endpoint, settings: object = {}): Promise<TestChat> {
  const agent = 'agent_id' in settings ? {} : { agent_id: await createAgent(server) };
  const body = { name: 'Help desk', ...agent, ...settings };
  const { data } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body;
  const { id, slug, identity_secret: secret } = data;
  return { id, slug, secret, sessions: `/api/public/chat-interfaces/${slug}/sessions` };
}

async function createAgent(server: Endpoint): Promise<string> {
  return (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
}

/** Begins a conversation of a new visitor, with this body and these headers of the request. */
export async function visitChat(
  server: Endpoint,
  { sessions }: Pick<TestChat, 'sessions'>,
  begin: object = {},
  sent: Record<string, string> = {},
): Promise<TestVisit> {
  const { data } = (await call(server, 'POST', sessions, { key: null, body: begin, headers: sent })).body;
  const { id, token, threadId, visitorId } = data;
  const headers = { Authorization: `Bearer ${token}` };
  const path = `${sessions}/${id}`;
  const send: TestVisit['send'] = async (method, rest, body) =>
    call(server, method, path + rest, { key: null, headers, ...(body === undefined ? {} : { body }) });
  return {
    sessionId: id,
    token,
    threadId,
    conversationId: threadId.replace('thr_', 'cnv_'),
    visitorId,
    path,
    headers,
    send,
    say: async (content, attachments = []) => send('POST', '/messages', { content, attachments }),
  };
}

/** Creates an agent and a chat interface, and begins a conversation there. */
export async function openChat(server: Endpoint, settings: object = {}, begin: object = {}): Promise<OpenChat> {
  const chat = await createChat(server, settings);
  return { ...chat, ...(await visitChat(server, chat, begin)) };
}
