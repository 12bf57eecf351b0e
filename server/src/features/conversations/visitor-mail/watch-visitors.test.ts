import { describe, expect, test } from 'vitest';
import { eventually, followFromNow } from '../../../../test/client.ts';
import type { OpenChat } from '../../../../test/open-chat.ts';
import { startHelpDesk } from '../../../../test/start-help-desk.ts';

const { server, mails, sql, visit, act, hurry, allSent } = await startHelpDesk();

describe('a person’s message to a visitor who is away', () => {
  /** The visitor receives a person's message, and the connection ends. */
  async function receive(visitor: OpenChat, content: string): Promise<string> {
    const { events } = await followFromNow(server, `${visitor.path}/events`, {
      key: null,
      headers: visitor.headers,
      until: ({ event }) => event === 'message:created',
    });
    const sent = await act(visitor, 'messages', { content });
    await events;
    const left = `SELECT 1 FROM visitor_streams JOIN messages USING (thread_id)
      WHERE content = '${content}' AND seen_at > created_at`;
    await eventually(async () => ((await sql(left)).length > 0 ? true : undefined));
    return sent.body.data.id;
  }

  test('is not mailed while the visitor follows the conversation, nor more than five times an hour to one address', async () => {
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: 'max@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await receive(visitor, 'You are here.');
    await hurry();
    await allSent();
    await act(visitor, 'messages', { content: 'You have left.' });
    await hurry();
    const putOff = 'SELECT 1 FROM conversation_notices WHERE lease_until IS NULL AND due_at > now()';
    await eventually(async () => ((await sql(putOff)).length > 0 ? true : undefined));
    expect(mails).toHaveLength(0);
    await sql(`UPDATE visitor_streams SET seen_at = now() - interval '2 minutes'`);
    await sql(`INSERT INTO visitor_mails (address) SELECT 'max@example.com' FROM generate_series(1, 5)`);
    await hurry();
    await eventually(async () =>
      (await sql(`SELECT 1 FROM conversation_notices WHERE due_at > now() + interval '50 minutes'`)).length > 0
        ? true
        : undefined,
    );
    expect(mails).toHaveLength(0);
    await sql('DELETE FROM visitor_mails');
    await hurry();
    await allSent();
    expect(mails).toHaveLength(1);
  });

  test('is mailed if it was written to a connection, but the client has not reported that it was shown', async () => {
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: 'mia@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await visitor.send('PATCH', '', { seenMessageId: null });
    const seen = await receive(visitor, 'This was shown.');
    await visitor.send('PATCH', '', { seenMessageId: seen });
    await receive(visitor, 'This got lost.');
    // An older report that arrives late takes nothing back, and neither does one with an unknown id.
    await visitor.send('PATCH', '', { seenMessageId: null });
    await visitor.send('PATCH', '', { seenMessageId: 'msg_unknown' });
    await hurry();
    const putOff = 'SELECT 1 FROM conversation_notices WHERE lease_until IS NULL AND due_at > now()';
    await eventually(async () => ((await sql(putOff)).length > 0 ? true : undefined));
    await sql(`UPDATE visitor_streams SET seen_at = now() - interval '2 minutes'`);
    await hurry();
    await allSent();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('This got lost.');
    expect(mails[0]?.text).not.toContain('This was shown.');
  });

  test('is not mailed if the client has reported that it was shown', async () => {
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: 'noa@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    const seen = await receive(visitor, 'This was shown, too.');
    await visitor.send('PATCH', '', { seenMessageId: seen });
    await sql(`UPDATE visitor_streams SET seen_at = now() - interval '2 minutes'`);
    await hurry();
    await allSent();
    expect(mails).toHaveLength(0);
  });
});
