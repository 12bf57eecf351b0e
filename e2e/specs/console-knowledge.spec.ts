import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { sidewaysOf, signInWithKey } from '../support/console.ts';
import { serveCrawledSite, writePage, type CrawledSite } from '../support/crawled-site.ts';
import { looks } from '../support/looks.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { ask, openChat, repliesOf } from '../support/widget.ts';

const paths = ['/', '/guide/berths', '/guide/tides', '/blog/regatta', '/blog/party', '/hidden'];

/** A harbour's site: a guide, a blog, a page that must not be indexed, and one that fails. */
async function serveHarbour(): Promise<CrawledSite> {
  return serveCrawledSite({
    '/': writePage('Harbour', '<p>The harbour office welcomes every guest of the bay.</p>', [...paths, '/gone']),
    '/guide/berths': writePage(
      'Berths',
      '<p>Every berth has water and electricity at its post, and the showers are beside the office.</p>'.repeat(80) +
        '<h2>Prices of berths</h2><p>A berth of twelve metres costs thirty-two euros for each night.</p>' +
        '<h2>Keys</h2>' +
        '<p>The key of the gate is kept at the office until you leave.</p>'.repeat(40),
      paths,
    ),
    '/guide/tides': writePage('Tides', '<p>The tide in the bay rises four metres in spring.</p>', paths),
    '/blog/regatta': writePage('The regatta', '<p>Eighty boats raced around the lighthouse in June.</p>', paths),
    '/blog/party': writePage('The party', '<p>The brass band played on the pier until midnight.</p>', paths),
    '/hidden':
      '<!doctype html><html lang="en"><head><meta name="robots" content="noindex"><title>Staff</title></head><body><p>Staff only.</p></body></html>',
  });
}

/** The headless shell does not scroll to text fragments; a whole browser, set by CHROME_PATH, must. */
const isWholeBrowser = (process.env['CHROME_PATH'] ?? '') !== '';

test('an owner crawls a site, and a visitor follows a citation to the passage', async ({
  page,
  portico,
  embed,
  newChat,
}) => {
  test.setTimeout(240_000);
  const site = await serveHarbour();
  const base = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', { name: 'Harbour site' });
  const agent = await callApi<{ id: string }>(portico, 'POST', '/agents', {
    name: 'Harbour guide',
    model: 'portico-extractive',
    knowledge_base_ids: [base.id],
  });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);

  await page.goto(`${portico.url}/console/knowledge/${base.id}`);
  await page.getByRole('link', { name: 'Crawl my site' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(site.url);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start' }).click();

  // The run is visible while in progress, and then the state of each page.
  const row = (name: string) => page.locator('.page-row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('berths').getByText('Ready', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^\d+ of \d+ pages failed$/)).toBeVisible();
  await expect(row('hidden')).toContainText('It asks not to be indexed (noindex)');
  await expect(row('gone')).toContainText('Not found (HTTP 404)');
  await expect(row('party').getByText('Ready', { exact: true }).first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  // A click on the tree excludes a branch; it is removed in the next run, and the tree shows that before.
  await page.getByRole('checkbox', { name: 'Visit /blog', exact: true }).uncheck();
  await expect(row('blog')).toContainText('Goes with the next run');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Visit /blog', exact: true })).not.toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await expect(row('blog')).toContainText('Goes with the next run');
  site.set({ '/guide/tides': writePage('Tides', '<p>The tide rises five metres after the new moon.</p>', paths) });
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(row('party')).toContainText('Left out by your rules');
  await expect(row('blog')).not.toContainText('Goes with the next run');
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible();

  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  const changes = page.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row').filter({ hasText: '/guide/tides' })).toContainText('Changed');
  await expect(changes.getByRole('row').filter({ hasText: '/blog/party' })).toContainText('Removed');
  await expect(changes.getByRole('row').filter({ hasText: '/guide/berths' })).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByLabel('Look for changes').selectOption('Every day');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Next:/)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  // The indexed text of a page can be read.
  await page.getByRole('link', { name: 'Pages', exact: false }).first().click();
  await row('berths')
    .getByRole('link', { name: /Ready|Unchanged/ })
    .click();
  await expect(dialog.getByText('thirty-two euros').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  expect(faults).toEqual([]);

  const chat = await newChat({ agentId: agent.id });
  const visitor = await page.context().newPage();
  await visitor.goto(embed(chat));
  await openChat(visitor);
  await ask(visitor, 'What does a berth of twelve metres cost?');
  await expect(repliesOf(visitor).last()).toContainText('thirty-two euros');
  await visitor
    .locator('.sources')
    .getByRole('button', { name: /Berths/ })
    .first()
    .click();
  const link = visitor.getByRole('dialog').locator('a[href*=":~:text="]');
  const [start = '', end = start] = ((await link.getAttribute('href')) ?? '').split(':~:text=')[1]?.split(',') ?? [];
  const opening = visitor.waitForEvent('popup');
  await link.click();
  const cited = await opening;
  await cited.waitForLoadState();
  // The text fragment marks the sentence far below the first screen, and nothing before it.
  const passage = cited.getByText('A berth of twelve metres costs thirty-two euros');
  const sentence = await passage.innerText();
  expect(decodeURIComponent(start)).not.toBe('');
  expect(sentence.startsWith(decodeURIComponent(start)), start).toBe(true);
  expect(sentence.endsWith(decodeURIComponent(end)), end).toBe(true);
  const viewport = await cited.evaluate(() => innerHeight);
  expect(await passage.evaluate((element) => element.getBoundingClientRect().top + scrollY)).toBeGreaterThan(
    viewport * 2,
  );
  if (isWholeBrowser) {
    await expect(passage).toBeInViewport();
    expect(await cited.evaluate(() => scrollY)).toBeGreaterThan(viewport);
  }
  await visitor.close();
  await cited.close();
  await site.stop();
});

test('an unanswered question is answered, and the next visitor reads the answer', async ({
  page,
  portico,
  embed,
  newChat,
}) => {
  const base = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', { name: 'Harbour answers' });
  await callApi(portico, 'POST', `/knowledge-bases/${base.id}/documents`, {
    name: 'Tides',
    text: 'The tide in the bay rises four metres in spring.',
  });
  const agent = await callApi<{ id: string }>(portico, 'POST', '/agents', {
    name: 'Harbour answers',
    model: 'portico-extractive',
    knowledge_base_ids: [base.id],
  });
  const chat = await newChat({ agentId: agent.id });
  const visitor = await page.context().newPage();
  await visitor.goto(embed(chat));
  await openChat(visitor);
  const question = 'Do you rent out folding bicycles to sailors?';
  await ask(visitor, question);
  await expect(repliesOf(visitor)).toHaveCount(1);

  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  // Replies are grouped shortly after they are written.
  await expect
    .poll(async () => JSON.stringify(await callApi(portico, 'GET', '/insights/questions?per_page=100')))
    .toContain(question);
  await page.goto(`${portico.url}/console/improve`);
  const group = page.getByRole('link', { name: question });
  await expect(group).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await group.click();
  const panel = page.getByRole('dialog', { name: question });
  await panel.getByLabel('Your answer').fill('Yes, folding bicycles cost nine euros a day at the harbour office.');
  await panel.getByLabel('Save it in').selectOption('Harbour answers');
  // Unsaved text survives a reload, and the address restores the panel.
  await page.reload();
  await expect(panel.getByLabel('Your answer')).toHaveValue(/nine euros/);
  await panel.getByLabel('Save it in').selectOption('Harbour answers');
  await panel.getByRole('button', { name: 'Save and ask again' }).click();
  await expect(panel.getByText('The agent now answers this question.')).toBeVisible();
  await expect(panel.locator('.new-reply')).toContainText('nine euros a day');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(group).toBeHidden();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Answered');
  await expect(group).toBeVisible();

  await ask(visitor, question);
  await expect(repliesOf(visitor).last()).toContainText('nine euros a day');
  await visitor.close();

  // The figures are shown as bars, and as a table.
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.locator('summary', { hasText: 'As a table' }).first().click();
  await expect(page.getByRole('table', { name: 'Conversations' }).getByRole('row')).toHaveCount(31);
  expect(await findFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^conversations-.*\.csv$/);
  expect(faults).toEqual([]);
});

for (const look of looks) {
  test.describe(look.name, () => {
    test.use(look.use);

    test(`axe finds nothing in sources and insights, and they do not scroll sideways: ${look.name}`, async ({
      page,
      portico,
    }) => {
      test.setTimeout(240_000);
      const site = await serveHarbour();
      const base = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', {
        name: `Longest name that anybody gave to a base ${'and on '.repeat(18)}`.trim(),
      });
      const sources = `/knowledge-bases/${base.id}/sources`;
      const { id } = await callApi<{ id: string }>(portico, 'POST', sources, { type: 'website', url: site.url });
      await expect
        .poll(async () => (await callApi<{ status: string }>(portico, 'GET', `${sources}/${id}`)).status)
        .toBe('idle');
      const faults = watchFaults(page);
      await signInWithKey(page, portico);
      for (const screen of [
        `/knowledge/${base.id}/sources`,
        `/knowledge/${base.id}/sources/${id}`,
        `/knowledge/${base.id}/sources/${id}?status=failed`,
        `/knowledge/${base.id}/sources/${id}/changes`,
        `/knowledge/${base.id}/sources/${id}/settings`,
        '/improve',
        '/improve/figures',
        '/improve/figures?days=90',
        '/improve/usage',
        '/improve/usage?by=agent',
      ]) {
        await page.goto(`${portico.url}/console${screen}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        if (screen.endsWith(id)) await expect(page.locator('.page-title').first()).toBeVisible();
        expect(await findFaults(page), screen).toEqual([]);
        expect(await sidewaysOf(page), screen).toBeLessThanOrEqual(0);
      }
      expect(faults).toEqual([]);
      await site.stop();
    });
  });
}
