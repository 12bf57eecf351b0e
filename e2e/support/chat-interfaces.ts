import { createHmac } from 'node:crypto';
import type { Message, Tool } from '@portico/shared-types';
import { openClient } from './open-client.ts';
import type { RunningServer } from './server.ts';

/** A chat interface of the server under test, created for one test. */
export type TestChat = {
  id: string;
  slug: string;
  agentId: string;
  /** A visitor verified by the embedding site, signed with the interface's secret. */
  sign: (userId: string) => { userId: string; exp: number; signature: string };
  patch: (body: object) => Promise<void>;
  /** Its sessions as the operator reads them, newest first. */
  sessions: () => Promise<SessionRecord[]>;
  /** The messages of the newest session's thread, oldest first, as the operator reads them. */
  messages: () => Promise<MessageRecord[]>;
};

export type SessionRecord = {
  id: string;
  thread_id: string;
  user_id: string | null;
  status: string;
  ip: string | null;
  user_agent: string | null;
  referrer: string | null;
  consented_at: string | null;
  preview: boolean;
  user_name: string | null;
  metadata: Record<string, unknown>;
};

export type MessageRecord = Message;

/** Settings of the interface (docs/reference/chat-interfaces.md#fields) and of its agent. */
export type ChatSettings = { agentId?: string; tools?: object[] } & Record<string, unknown>;

/**
 * Calls the API with the admin key and returns `data`. The path is below /api/v1, or begins with /api itself. Throws with
 * the body of an error response.
 */
export async function callApi<Data>(
  { url, apiKey }: RunningServer,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const response = await fetch(`${url}${path.startsWith('/api/') ? '' : '/api/v1'}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  // Some actions return no content (204).
  return (JSON.parse(text || '{}') as { data: Data }).data;
}

let made = 0;

/** Creates an agent with this model and a chat interface for it. */
export async function makeChat(portico: RunningServer, model: string, settings: ChatSettings = {}): Promise<TestChat> {
  const { agentId: given, tools = [], ...rest } = settings;
  made += 1;
  const name = `Harbour desk ${process.pid} ${made}`;
  const client = openClient(portico);
  // The server validates the test's tools.
  const agentId = given ?? (await client.agents.create({ name, model, tools: tools as Tool[] })).id;
  const interfaceFields = { name, agent_id: agentId, limits: roomyLimits, ...rest };
  const { id, slug, identity_secret: secret } = await client.chatInterfaces.create(interfaceFields);
  const sessions = async (): Promise<SessionRecord[]> => (await client.chatInterfaces.listSessions(id)).data;
  return {
    id,
    slug,
    agentId,
    sessions,
    sign: (userId) => {
      const exp = Math.floor(Date.now() / 1000) + 3_600;
      return { userId, exp, signature: createHmac('sha256', secret).update(`${userId}.${exp}`).digest('hex') };
    },
    patch: async (body) => void (await client.chatInterfaces.update(id, body)),
    messages: async () => {
      const [newest] = await sessions();
      if (newest === undefined) return [];
      return Array.fromAsync(client.messages.listAll(newest.thread_id));
    },
  };
}

// All visitors have one address; the tests of the limits set their own.
const roomyLimits = {
  sessions_per_minute: 10_000,
  messages_per_minute: 10_000,
  uploads_per_minute: 10_000,
  session_messages_per_minute: 10_000,
};
