import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { openVisit, sidewaysOf, signInWithKey, watchFaults } from '../support/console.ts';
import { looks } from '../support/looks.ts';
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

      await page.locator('.pager button').last().click();
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
