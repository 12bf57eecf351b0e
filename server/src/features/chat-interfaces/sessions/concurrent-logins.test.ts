import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import type { Transaction } from '../../../platform/database.ts';
import { endResumeLinks, hashLink } from '../../conversations/index.ts';
import { endSessions, lockVisitor, nameVisitor } from './sessions.sql.ts';

// The embedded database has one connection, so its transactions run one after the other.
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('while a visitor logs in', () => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => server.close());

  async function visit() {
    const { sessionId: id, token, sessions } = await openChat(server);
    const { sql } = server.platform.database;
    const [row] = await sql<{ visitor: string }[]>`SELECT visitor FROM chat_sessions WHERE id = ${id}`;
    const open = async (body: object) => call(server, 'POST', sessions, { key: null, body });
    return { id, token, visitor: row?.visitor ?? '', open };
  }

  /** What a login does with its visitor, while `request` waits for it. */
  async function logInDuring<T>(visitor: string, request: () => Promise<T>): Promise<T> {
    const logIn = async (tx: Transaction): Promise<{ running: Promise<T> }> => {
      await lockVisitor(tx, visitor);
      const running = request();
      await untilBlocked(tx);
      await nameVisitor(tx, visitor, { userId: 'ada', name: null, email: null, isSigned: false });
      await endSessions(tx, visitor);
      await endResumeLinks(tx, visitor);
      return { running };
    };
    const { running } = await server.platform.database.transaction(logIn);
    return running;
  }

  test.each([
    ['the token from before', {}],
    ['the token from before, for a new conversation', { newThread: true }],
  ])('%s resumes nothing', async (_, more) => {
    const { token, visitor, open } = await visit();
    const answer = await logInDuring(visitor, async () => open({ resume: token, ...more }));
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'expired_api_key']);
    expect((await open({ resume: token })).status).toBe(401);
  });

  test('the link of a mail from before is refused', async () => {
    const { id, visitor, open } = await visit();
    await server.platform.database.sql`
      INSERT INTO resume_links (token_hash, workspace_id, interface_id, visitor, thread_id, expires_at)
      SELECT ${hashLink('mailed')}, workspace_id, interface_id, visitor, thread_id, now() + interval '1 day'
      FROM chat_sessions WHERE id = ${id}`;
    const answer = await logInDuring(visitor, async () => open({ resumeLink: 'mailed' }));
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'invalid_api_key']);
  });
});
