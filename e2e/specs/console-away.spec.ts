import { openVisit, signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test('an open conversation asks ever more rarely while the server is away, and continues at once', async ({
  page,
  portico,
  newChat,
}) => {
  // A loaded machine needs more than a minute for a start.
  test.setTimeout(240_000);
  const chat = await newChat();
  const visit = await openVisit(portico, chat.slug);
  await visit.say('Where is my order?');
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations`);
  await page.getByRole('link', { name: /Where is my order/ }).click();
  const log = page.getByRole('log');
  await expect(log).toContainText('Where is my order?');
  const interrupted = page.getByText('Live updates are interrupted');
  await expect(interrupted).toBeHidden();

  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname);
  });
  const probe = '/api/v1/auth/methods';
  const probes = () => asked.filter((path) => path === probe).length;
  const restarting = portico.restart('SIGKILL');
  await expect(interrupted).toBeVisible();
  await expect.poll(probes).toBeGreaterThan(1);
  await restarting;
  // The browser reports a connection: the pause before the next request ends.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(interrupted).toBeHidden();
  const whileAway = asked.slice(asked.indexOf(probe), asked.lastIndexOf(probe));
  expect(whileAway.filter((path) => path !== probe)).toEqual([]);

  await visit.say('It was due yesterday.');
  await expect(log).toContainText('It was due yesterday.');
});
