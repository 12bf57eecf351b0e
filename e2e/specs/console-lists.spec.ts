import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { openVisit, sidewaysOf, signInWithKey } from '../support/console.ts';
import { looks } from '../support/looks.ts';
import { boxOf } from '../support/pixels.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

for (const look of looks) {
  test.describe(look.name, () => {
    test.use(look.use);

    test(`a list is searched by name, and an item leads back to the list as it was: ${look.name}`, async ({
      page,
      portico,
    }) => {
      const group = `Tide${Date.now()}`;
      const ids: string[] = [];
      // One more than a page.
      for (let count = 0; count < 21; count += 1) {
        const body = { name: `${group} table ${count}` };
        ids.push((await callApi<{ id: string }>(portico, 'POST', '/agents', body)).id);
      }
      const faults = watchFaults(page);
      await signInWithKey(page, portico);
      await page.goto(`${portico.url}/console/agents`);
      const field = page.getByRole('searchbox');
      const rows = page.locator('.row-link');
      await field.pressSequentially(` ${group} table`);
      await expect(page).toHaveURL(`${portico.url}/console/agents?search=${group}+table`);
      await expect(field).toBeFocused();
      await expect(rows).toHaveCount(20);
      expect(await findFaults(page)).toEqual([]);
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);

      await page.locator('.pager button').last().dblclick();
      await expect(rows).toHaveCount(1);
      await page.goBack();
      await expect(page).toHaveURL(`${portico.url}/console/agents?search=${group}+table`);
      await expect(rows).toHaveCount(20);
      await page.goForward();
      await expect(rows).toHaveCount(1);
      await rows.click();
      await expect(page.locator('.page-back')).toBeVisible();
      await page.locator('.tab').nth(1).click();
      await expect(page).toHaveURL(/\/tools$/);
      await page.reload();
      await page.locator('.page-back').click();
      await expect(page).toHaveURL(`${portico.url}/console/agents?search=${group}+table&page=2`);
      await expect(field).toHaveValue(`${group} table`);
      await expect(rows).toHaveCount(1);

      // The only item of the last page is deleted.
      await callApi(portico, 'DELETE', `/agents/${ids.shift()}`);
      await page.reload();
      await expect(rows).toHaveCount(20);

      await field.fill('Nobody has this name');
      await field.press('Enter');
      const clear = page.locator('.state button');
      await expect(clear).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await clear.press('Enter');
      await expect(page).toHaveURL(`${portico.url}/console/agents`);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('');
      await expect(rows.first()).toBeVisible();
      expect(faults).toEqual([]);
      for (const id of ids) await callApi(portico, 'DELETE', `/agents/${id}`);
    });
  });
}

test('the search finds parts of screens and conversations by the name of the visitor', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  model.answer({ text: 'At noon.' });
  const identity = { ...chat.sign('zora'), name: 'Zora Quill' };
  const visit = await openVisit(portico, chat.slug, { identity });
  await visit.say('When does the ferry leave?');
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').pressSequentially('zora qu');
  await expect(page.getByRole('option', { name: 'Zora Quill' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${portico.url}/console/conversations/${visit.conversation}`);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('audit');
  await expect(page.getByRole('option', { name: 'Audit log Settings' })).toHaveAttribute('aria-selected', 'true');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${portico.url}/console/settings/audit-log`);
  expect(faults).toEqual([]);
});

test('the lists are sorted by the titles of their columns', async ({ page, portico }) => {
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  const create = async (path: string, body: object) => callApi<{ id: string }>(portico, 'POST', path, body);
  const base = await create('/knowledge-bases', { name: 'Sorted' });
  const nodes = [{ id: 'end', type: 'template', config: { text: 'Done' } }];
  const workflow = await create('/workflows', { name: 'Sorted', definition: { nodes, edges: [], outputs: {} } });
  const about = { category: 'Research', description: 'Looks into it.', sopSteps: ['Look'] };
  const persona = await create('/api/personas', { name: 'Sorted', ...about });
  const documents = `knowledge/${base.id}/documents`;
  for (const name of ['boat', 'Äther', 'Zoo']) {
    await create(`/knowledge-bases/${base.id}/documents`, { name, text: `About a ${name}` });
  }
  for (const list of ['agents', 'workflows', 'chat', 'forms', 'knowledge', 'personas/list', documents]) {
    await page.goto(`${portico.url}/console/${list}`);
    await expect(page.locator('.row-link').first()).toBeVisible();
    const titles = page.locator('th:has(button)');
    for (const title of await titles.all()) {
      const directions = (await title.textContent()) === (await titles.first().textContent()) ? ['a', 'd'] : ['d', 'a'];
      for (const direction of directions) {
        const answered = page.waitForResponse((response) => response.url().includes('sort='));
        await title.getByRole('button').click();
        await expect(title).toHaveAttribute('aria-sort', direction === 'a' ? 'ascending' : 'descending');
        expect((await answered).status(), `${list}: ${await title.textContent()}`).toBe(200);
      }
    }
    expect(await titles.count(), list).toBeGreaterThan(0);
  }
  await page.locator('th button').first().click();
  await expect(page.locator('.row-link')).toHaveText(['Äther', 'boat', 'Zoo']);
  await page.reload();
  await expect(page.locator('.row-link')).toHaveText(['Äther', 'boat', 'Zoo']);
  expect(await findFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await callApi(portico, 'DELETE', `/api/personas/${persona.id}`);
  await callApi(portico, 'DELETE', `/workflows/${workflow.id}`);
  await callApi(portico, 'DELETE', `/knowledge-bases/${base.id}`);
});

test('the link of a row covers only its row, also in browsers that don’t position rows of tables', async ({
  page,
  portico,
}) => {
  const names = ['Ebb', 'Flood'];
  const ids: string[] = [];
  for (const name of names) ids.push((await callApi<{ id: string }>(portico, 'POST', '/agents', { name })).id);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents`);
  // As in WebKit, where an element inside a row is positioned in relation to the page.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('tr { position: static !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const row = page.getByRole('row').filter({ hasText: 'Ebb' });
  await expect(row).toBeVisible();
  // Its free end, and what is beside the table.
  const box = await boxOf(row);
  const linkAt = (x: number, y: number) =>
    page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest('a')?.textContent ?? '', { x, y });
  expect(await linkAt(box.x + box.width - 4, box.y + box.height / 2)).toBe('Ebb');
  expect(await linkAt(box.x + box.width / 2, box.y - 60)).toBe('');
  await page.getByRole('button', { name: 'New agent' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const id of ids) await callApi(portico, 'DELETE', `/agents/${id}`);
});

test.describe('in German, at 320 pixels and with spaced text', () => {
  // The style of the test would be refused.
  test.use({ viewport: { width: 320, height: 640 }, locale: 'de', bypassCSP: true });

  test('a long state in a list has lines', async ({ page, portico }) => {
    await signInWithKey(page, portico);
    const { id } = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', { name: 'Harbour pages' });
    const source = { type: 'website', url: 'https://harbour.invalid/', urls: [], status: 'idle', error: null };
    const counts = { pages: 18, ready: 17, failed: 1, skipped: 0 };
    await page.route(`**/knowledge-bases/${id}/sources*`, async (route) =>
      route.fulfill({
        json: {
          data: [{ id: 'src_1', ...source, counts, last_run_at: null, next_run_at: null }],
          pagination: { page: 1, per_page: 20, total_count: 1, total_pages: 1, has_next: false, has_prev: false },
        },
      }),
    );
    await page.goto(`${portico.url}/console/knowledge/${id}/sources`);
    await expect(page.getByText('1 von 18 Seiten fehlgeschlagen')).toBeVisible();
    await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }' });
    expect(await sidewaysOf(page)).toBe(0);
    await callApi(portico, 'DELETE', `/knowledge-bases/${id}`);
  });
});
