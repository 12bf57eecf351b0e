import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { callApi } from '../support/chat-interfaces.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { type Model, startModel } from '../support/model.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, composerOf, repliesOf } from '../support/widget.ts';

/** A folder for pictures of every state, of the team and of the visitor. */
const pictures = process.env['CONVERSATION_PICTURES'];

async function picture(name: string, ...pages: readonly (readonly [string, Page])[]): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  for (const [who, page] of pages) await page.screenshot({ path: join(pictures, `${name}-${who}.png`) });
}

/** Signs a person in, in a separate browser: the first one by the operator's link, others by an invitation. */
async function openMember(browser: Browser, name: string): Promise<{ page: Page; context: BrowserContext }> {
  const email = `${name.toLowerCase()}@example.com`;
  const { link } = await callApi<{ link: string }>(server, 'POST', '/invitations', { email, role: 'responder' });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/console`);
  const body = { token: link.split('=')[1], name: `${name} Miller`, password: 'tall lamp 93 river chord' };
  const status = await page.evaluate(async (sent) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/api/v1/auth/accept-invitation', { method: 'POST', headers, body: sent })).status;
  }, JSON.stringify(body));
  expect(status).toBe(200);
  await page.goto(`${server.url}/console/conversations`);
  return { page, context };
}

// One server with a mailbox is enough for both.
test.describe.configure({ mode: 'default' });

let model: Model;
let mailbox: Mailbox;
let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  [model, mailbox] = await Promise.all([startModel(), startMailbox()]);
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'desk@example.com' };
  server = await startServer({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: model.name, ...mail });
});
test.afterAll(async () => {
  await server.stop();
  await Promise.all([model.stop(), mailbox.stop()]);
});

async function openDesk(handover: object = {}): Promise<{ id: string; slug: string }> {
  const { id } = await callApi<{ id: string }>(server, 'POST', '/agents', { name: 'Guide' });
  return callApi(server, 'POST', '/chat-interfaces', {
    name: 'Harbour desk',
    agent_id: id,
    handover: { enabled: true, ...handover },
  });
}

test('a visitor and two members, each in their own browser, go through every state', async ({ browser }) => {
  test.setTimeout(180_000);
  const chat = await openDesk();
  const { page: ada, context: atAda } = await openMember(browser, 'Ada');
  const { page: ben, context: atBen } = await openMember(browser, 'Ben');
  const visiting = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await visiting.newPage();
  await visitor.goto(`${server.url}/chat/${chat.slug}`);

  // bot
  await askAndRead(visitor, 'Where is my key?');
  const rowOf = (page: Page) => page.locator('.inbox-row').first();
  await expect(rowOf(ada)).toContainText('You said: Where is my key?');
  await rowOf(ada).click();
  await expect(ada.getByRole('log')).toContainText('Where is my key?');
  await picture('1-bot', ['ada', ada], ['visitor', visitor]);

  // waiting
  await visitor.getByRole('button', { name: 'Talk to a person' }).click();
  await expect(visitor.locator('.people').first()).toContainText('A person has been asked to join');
  await expect(rowOf(ben)).toContainText('Waiting');
  await rowOf(ben).click();
  await ask(visitor, 'I am at the pier.');
  for (const page of [ada, ben]) await expect(page.getByRole('log')).toContainText('I am at the pier.');
  await picture('2-waiting', ['ada', ada], ['ben', ben], ['visitor', visitor]);

  // human: both at once, and one of them gets it
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  await ben.route('**/accept', async (route) => {
    await taken;
    await route.continue();
  });
  await ben.getByRole('button', { name: 'Take over' }).click();
  await ada.getByRole('button', { name: 'Take over' }).click();
  await expect(ada.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  take();
  await expect(ben.locator('.toast').getByText('Ada Miller answers already')).toBeVisible();
  const [mine] = await callApi<{ id: string }[]>(server, 'GET', '/conversations');
  const [first, second, name] = [ada, ben, 'Ada'];
  await expect(visitor.getByRole('heading', { name })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  await expect(second.getByText(`${name} Miller`).first()).toBeVisible();
  await picture('3-human', ['first', first], ['second', second], ['visitor', visitor]);

  // typing: of the visitor for the team, of a member for the visitor and for the other member
  // Shown for five seconds: they are looked for at the same time.
  await Promise.all([
    ...[first, second].map((page) => expect(page.getByText(/is typing|types/).first()).toBeVisible()),
    composerOf(visitor).pressSequentially('It is red'),
  ]);
  await composerOf(visitor).press('Enter');
  const reply = first.getByRole('textbox', { name: 'Reply' });
  await Promise.all([
    expect(visitor.locator('.people')).toContainText(`${name} is typing`),
    // The visitor may still be shown, too: their notice may come after their message.
    expect(second.getByText(new RegExp(`${name} Miller .*typing…`))).toBeVisible(),
    reply.pressSequentially('We found it'),
  ]);
  await picture('4-typing', ['second', second], ['visitor', visitor]);
  await reply.press('Enter');
  await expect(repliesOf(visitor).last()).toHaveText('We found it');
  await expect(second.getByRole('log')).toContainText('We found it');

  // a note is for the team
  await second.getByRole('button', { name: 'Note', exact: true }).click();
  await second.getByRole('textbox', { name: 'Note' }).fill('The key hangs behind the door.');
  await second.getByRole('button', { name: 'Add note' }).click();
  await expect(first.getByRole('log').locator('.said-note')).toContainText('behind the door');
  expect(await visitor.locator('body').textContent()).not.toContain('behind the door');
  await picture('5-note', ['first', first], ['second', second]);

  // back to the agent, who answers again
  await first.getByRole('button', { name: 'Return to agent' }).click();
  await expect(second.getByRole('button', { name: 'Take over' })).toBeVisible();
  await askAndRead(visitor, 'And the boat?');
  await picture('6-returned', ['first', first], ['visitor', visitor]);

  // the other member takes over, closes, and the visitor rates
  await second.getByRole('button', { name: 'Take over' }).click();
  await expect(first.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  await second.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(first.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await visitor.getByRole('group', { name: 'How was this conversation?' }).getByRole('button').nth(3).click();
  await picture('7-closed', ['first', first], ['visitor', visitor]);
  await expect
    .poll(async () => callApi<{ csat: { score: number } | null }>(server, 'GET', `/conversations/${mine?.id ?? ''}`))
    .toMatchObject({ csat: { score: 4 } });
  await first.getByRole('button', { name: 'Reopen' }).click();
  await expect(second.getByRole('button', { name: 'Take over' })).toBeVisible();
  await Promise.all([atAda, atBen, visiting].map(async (context) => context.close()));
});

test('a visitor who has left gets the reply by mail, and its link opens the conversation once', async ({ browser }) => {
  test.setTimeout(240_000);
  // Nobody works at this hour, even if somebody is signed in.
  const chat = await openDesk({ hours: 'business' });
  await callApi(server, 'PATCH', '/workspace', { business_hours: { intervals: [], dates_off: [] } });
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(`${server.url}/chat/${chat.slug}`);
  await askAndRead(page, 'Where is my key?');
  await page.getByRole('button', { name: 'Talk to a person' }).click();
  await page.getByLabel('Leave your e-mail address').fill('kim@example.com');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const kept = 'Thank you. The answer will come by e-mail.';
  await expect(page.locator('.people').last()).toHaveText(kept);
  await page.reload();
  await expect(page.locator('.people').last()).toHaveText(kept);
  await first.close();

  const [conversation] = await callApi<{ id: string }[]>(server, 'GET', `/conversations?interface_id=${chat.id}`);
  const path = `/conversations/${conversation?.id ?? ''}/messages`;
  await callApi(server, 'POST', path, { content: 'It hangs behind the door.' });
  // A visitor counts as away after a minute, and the messages of a minute are sent in one mail. Two of these steps take
  // the clock at least one minute further.
  for (let times = 0; times < 2; times += 1) await server.toNextMinute();
  const mail = await mailbox.next('kim@example.com', 150_000);
  expect(mail).toContain('It hangs behind the door.');
  const link = /https?:\/\/\S+#portico-resume=\S+/u.exec(mail)?.[0] ?? '';

  const elsewhere = await browser.newContext();
  const opened = await elsewhere.newPage();
  await opened.goto(link);
  await expect(repliesOf(opened).last()).toHaveText('It hangs behind the door.');
  expect(opened.url()).not.toContain('portico-resume');
  await ask(opened, 'Thank you!');
  await expect.poll(async () => JSON.stringify(await callApi(server, 'GET', path))).toContain('Thank you!');
  await elsewhere.close();

  // A second use shows nothing of the conversation.
  const stranger = await browser.newContext();
  const again = await stranger.newPage();
  const refused = again.waitForResponse(
    (response) =>
      response.url().endsWith('/sessions') && response.request().postData()?.includes('resumeLink') === true,
  );
  await again.goto(link);
  expect((await refused).status()).toBe(401);
  await expect(composerOf(again)).toBeVisible();
  await expect(repliesOf(again)).toHaveCount(0);
  await expect(again.getByRole('alert')).toContainText('This link no longer works.');
  await stranger.close();
});
