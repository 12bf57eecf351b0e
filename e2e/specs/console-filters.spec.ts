import { readFile } from 'node:fs/promises';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { openVisit, sidewaysOf, signInWithKey } from '../support/console.ts';
import { looks } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';

for (const look of looks) {
  test.describe(look.name, () => {
    test.use(look.use);

    test(`the list is filtered by chat, tag and day; a link and the download keep the filters: ${look.name}`, async ({
      page,
      portico,
      newChat,
      model,
    }) => {
      const chat = await newChat();
      const ids: string[] = [];
      for (const text of ['First berth', 'Second berth']) {
        model.answer({ text });
        const visit = await openVisit(portico, chat.slug);
        await visit.say('A berth?');
        ids.push(visit.conversation);
      }
      await callApi(portico, 'PATCH', `/conversations/${ids[0]}`, { tags: ['north pier'] });
      await signInWithKey(page, portico);
      await page.goto(`${portico.url}/console/conversations?interface_id=${chat.id}`);
      const rows = page.locator('.inbox-row');
      await expect(rows).toHaveCount(2);
      // With more than one page, the list has a pager, whose buttons are larger on a touch screen.
      let isLong = true;
      await page.route('**/api/v1/conversations?*', async (route) => {
        if (!isLong) return route.fallback();
        const response = await route.fetch();
        const list = (await response.json()) as { pagination: object };
        const pagination = { ...list.pagination, total_count: 156, total_pages: 6, has_next: true };
        await route.fulfill({ response, json: { ...list, pagination } });
      });
      await page.reload();
      await expect(page.locator('.inbox-list .pager')).toBeVisible();
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
      isLong = false;
      await page.reload();
      await expect(page.locator('.inbox-list .pager')).toHaveCount(0);

      const today = new Date().toISOString().slice(0, 10);
      await page.locator('.inbox-search [aria-controls]:not([aria-haspopup])').click();
      await page.locator('.inbox-filter-fields [list]').fill('north pier');
      await page.locator('.inbox-filter-fields [type=date]').last().fill(today);
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('First berth');
      expect(await findFaults(page)).toEqual([]);
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        interface_id: chat.id,
        tag: 'north pier',
        to: today,
      });

      await page.reload();
      await expect(rows).toHaveCount(1);
      await expect(page.locator('.chip-set')).toHaveCount(3);
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
      const downloading = page.waitForEvent('download');
      await page.locator('.inbox-search [download]').click();
      const csv = await readFile(await (await downloading).path(), 'utf8');
      expect([csv.includes(ids[0] ?? ''), csv.includes(ids[1] ?? '')]).toEqual([true, false]);
      await page.locator('.chip-set').nth(1).click();
      await expect(rows).toHaveCount(2);
      await page.locator('.inbox-chips .link-button').click();
      await expect(page.locator('.chip-set')).toHaveCount(0);
      expect(new URL(page.url()).search).toBe('');
    });
  });
}

test('a period that ends before it begins is refused at its field, and the fields stay in line', async ({
  page,
  portico,
}) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/executions?from=2026-03-09&to=2026-03-02`);
  await expect(page.getByText('This day is before “From”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  const [from, to] = await Promise.all(['From', 'To'].map(async (name) => page.getByLabel(name).boundingBox()));
  expect(to?.y).toBe(from?.y);
  await page.getByLabel('To').fill('2026-03-10');
  await expect(page.getByText('This day is before “From”.')).toHaveCount(0);
  await expect(page.getByText('These filters can’t be used')).toHaveCount(0);
});

test('the fields stay in line if the list of one can’t be read', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const error = { code: 'insufficient_scope', message: 'Not allowed.' };
  await page.route('**/api/v1/workflows?*', async (route) => route.fulfill({ status: 403, json: { error } }));
  await page.goto(`${portico.url}/console/executions`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  const [workflow, from] = await Promise.all(
    ['Workflow', 'From'].map(async (name) => page.getByLabel(name).boundingBox()),
  );
  expect(from?.y).toBe(workflow?.y);
});
