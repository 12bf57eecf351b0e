import { expect, test } from 'vitest';
import { join, signUpOwner } from '../../../../test/browser.ts';
import { eventually } from '../../../../test/client.ts';
import { startHelpDesk } from '../../../../test/start-help-desk.ts';

const { server, receiver, mails, next, sql, visit, configure, hurry, allSent } = await startHelpDesk();

const waitUntil = async (isDone: () => boolean | Promise<boolean>) =>
  eventually(async () => ((await isDone()) ? true : undefined));

/** Waits until so many notices of a kind have failed once. */
const failed = async (kind: string, count: number) =>
  waitUntil(async () => {
    const rows = await sql(`SELECT 1 FROM conversation_notices WHERE kind = '${kind}' AND attempts > 0`);
    return rows.length === count;
  });

test('a notice that is retried is not mailed to an owner who was removed', async () => {
  const owner = await signUpOwner(server);
  const second = await join(owner, 'grace@example.com', 'owner');
  // The invitation.
  await waitUntil(() => mails.length === 1);
  mails.length = 0;
  await configure({ notify_after_seconds: 0, notice_emails: [], notice_webhook_url: null });
  next.refusals = 2;
  const visitor = await visit();
  await visitor.send('POST', '/handover', { reason: 'A refund' });
  await failed('mail', 2);
  const { member_id: id } = (await second.send('GET', '/api/v1/me')).body.data;
  expect((await owner.send('DELETE', `/api/v1/members/${id}`)).status).toBe(200);
  await hurry();
  await allSent();
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.com']);
});

test('a notice that is retried is not mailed to an address that was removed from the list', async () => {
  const emails = ['left@example.com', 'b@example.com'];
  await configure({ notify_after_seconds: 0, notice_emails: emails, notice_webhook_url: null });
  next.refusals = 2;
  const visitor = await visit();
  await visitor.send('POST', '/handover', { reason: 'A refund' });
  await failed('mail', 2);
  await configure({ notice_emails: ['B@Example.com'] });
  await hurry();
  await allSent();
  expect(mails.map(({ to }) => to)).toEqual(['b@example.com']);
});

test('a notice that is retried is sent to the webhook’s new address, and to none if it was removed', async () => {
  const paths = () => receiver.received.map(({ path }) => path);
  receiver.answer('/misspelt', 404);
  const wrong = { notice_emails: ['a@example.com'], notice_webhook_url: `${receiver.url}/misspelt` };
  for (const [address, expected] of [
    [`${receiver.url}/slack`, ['/misspelt', '/slack']],
    [null, ['/misspelt']],
  ] as const) {
    receiver.received.length = 0;
    await configure({ notify_after_seconds: 0, ...wrong });
    const visitor = await visit();
    await visitor.send('POST', '/handover', { reason: 'A refund' });
    await failed('webhook', 1);
    await configure({ notice_webhook_url: address });
    await hurry();
    await allSent();
    expect(paths()).toEqual(expected);
  }
});
