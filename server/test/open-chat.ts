import { call, type TestAnswer } from './client.ts';
import type { ServerUnderTest } from './start-server.ts';

/** A new chat interface and a session of a visitor in it. */
export interface OpenChat {
  /** The path of the sessions of the chat interface. */
  readonly sessions: string;
  readonly threadId: string;
  /** A request of the visitor to the session; `path` comes after its own. */
  send(method: string, path: string, body: object): Promise<TestAnswer>;
}

/** Creates an agent and a chat interface, and begins a conversation there. */
export async function openChat(server: ServerUnderTest): Promise<OpenChat> {
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Desk', agent_id: agent.id };
  const { slug } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
  const sessions = `/api/public/chat-interfaces/${slug}/sessions`;
  const session = (await call(server, 'POST', sessions, { key: null, body: {} })).body.data;
  const headers = { Authorization: `Bearer ${session.token}` };
  return {
    sessions,
    threadId: session.threadId,
    send: async (method, path, sent) =>
      call(server, method, `${sessions}/${session.id}${path}`, { key: null, headers, body: sent }),
  };
}
