import { callApi, type TestChat } from '../support/chat-interfaces.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { askAndRead, openChat, repliesOf } from '../support/widget.ts';

/** Calls the public chat as a page of `origin` does, without the browser's own checks. */
async function callPublic(
  portico: RunningServer,
  path: string,
  { token, origin }: { token: string; origin: string },
): Promise<Response> {
  return fetch(`${portico.url}/api/public/chat-interfaces/${path}`, {
    headers: { Authorization: `Bearer ${token}`, Origin: origin, Accept: 'application/json' },
  });
}

test('a session’s token only opens its own session, at its own interface, from its own site', async ({
  page,
  newChat,
  embed,
  portico,
}) => {
  const chat = await newChat();
  const neighbour = await newChat();
  await page.goto(embed(chat));
  await openChat(page);
  await askAndRead(page, 'Mine alone');
  const { origin } = new URL(page.url());
  const { id, token } = await readSession(page.evaluate(() => localStorage.getItem(localStorage.key(0) ?? '')));
  const read = async (slug: string, from = origin, session = id): Promise<number> =>
    (await callPublic(portico, `${slug}/sessions/${session}/messages`, { token, origin: from })).status;
  expect(await read(chat.slug)).toBe(200);
  expect(await read(neighbour.slug)).toBe(401);
  expect(await read(chat.slug, 'https://other.example')).toBe(401);
  expect(await read(chat.slug, origin, `ses_${'0'.repeat(32)}`)).toBe(401);
});

/** The stored session of a visitor's browser. */
async function readSession(stored: Promise<string | null>): Promise<{ id: string; token: string }> {
  return (JSON.parse((await stored) ?? '{}') as { session: { id: string; token: string } }).session;
}

test('neither visitor nor site ever sees an internal message', async ({ page, newChat, embed, portico }) => {
  const chat = await newChat();
  const heard: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/sessions/')) return;
    response.text().then(
      (text) => heard.push(text),
      () => {},
    );
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    for (const name of ['message-received', 'message-sent']) {
      addEventListener(`portico:${name}`, (event) => seen.push(JSON.stringify((event as CustomEvent).detail)));
    }
    Object.assign(globalThis, { seen });
  });
  await page.goto(embed(chat));
  await openChat(page);
  await askAndRead(page, 'Before the note');
  await addNote(portico, chat, 'INTERNAL: this visitor owes us money');
  await askAndRead(page, 'After the note');
  await page.reload();
  await expect(repliesOf(page)).toHaveCount(2);
  await expect(page.locator('.msg')).toHaveCount(4);
  await expect(page.getByText('INTERNAL')).toHaveCount(0);
  const roles = (await chat.messages()).map(({ role }) => role);
  expect(roles).toEqual(['user', 'assistant', 'system', 'user', 'assistant']);
  expect(heard.length).toBeGreaterThan(0);
  expect([...heard, await page.evaluate('JSON.stringify(seen)')].join(' ')).not.toContain('INTERNAL');

  const { id, token } = await readSession(page.evaluate(() => localStorage.getItem(localStorage.key(0) ?? '')));
  const { origin } = new URL(page.url());
  const shown = await callPublic(portico, `${chat.slug}/sessions/${id}/messages`, { token, origin });
  expect(await shown.text()).not.toContain('INTERNAL');
});

async function addNote(portico: RunningServer, chat: TestChat, content: string): Promise<void> {
  const [session] = await chat.sessions();
  await callApi(portico, 'POST', `/threads/${session?.thread_id}/messages`, { role: 'system', content });
}

for (const [ip, kept] of [
  ['none', null],
  ['truncated', /^(127\.0\.0\.0|::)$/],
  ['full', /^(127\.0\.0\.1|::1)$/],
] as const) {
  test(`a visitor is tracked as configured: ip ${ip}`, async ({ page, newChat, embed }) => {
    const more = ip === 'full';
    const chat = await newChat({ tracking: { ip, user_agent: more, referrer: more } });
    const url = embed(chat);
    await page.goto(url);
    await page.evaluate((next) => location.assign(next), `${url}?next`);
    await page.waitForURL(/next$/);
    await openChat(page);
    await askAndRead(page, 'Who am I?');
    const [session] = await chat.sessions();
    if (kept === null) expect(session?.ip).toBeNull();
    else expect(session?.ip).toMatch(kept);
    expect(session?.user_agent ?? '').toMatch(more ? /Chrome/ : /^$/);
    expect(session?.referrer).toBe(more ? url : null);
    expect(JSON.stringify(session)).not.toMatch(/pst_|token/);
  });
}
