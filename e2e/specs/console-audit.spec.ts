import { readFile } from 'node:fs/promises';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { signInWithKey } from '../support/console.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test('the audit log is filtered by action, person and thing, and each address restores what it shows', async ({
  page,
  portico,
}) => {
  const agent = await callApi<{ id: string }>(portico, 'POST', '/agents', { name: 'Ferry desk' });
  await callApi(portico, 'PATCH', `/agents/${agent.id}`, { description: 'Answers about ferries' });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/settings/audit-log?action=agent.updated`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await log
    .getByRole('row', { name: /Ferry desk/ })
    .getByRole('link')
    .click();
  const panel = page.getByRole('dialog', { name: 'Agent: changed' });
  await expect(panel.getByText('Answers about ferries')).toBeVisible();
  await page.reload();
  await expect(panel.getByText('Answers about ferries')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await panel.getByRole('link', { name: 'Everything on Ferry desk' }).click();
  await expect(panel).toBeHidden();
  const names = log.locator('tbody tr td:first-child');
  await expect(names).toHaveText(['Agent: changed', 'Agent: created']);
  await page.reload();
  await expect(names).toHaveText(['Agent: changed', 'Agent: created']);
  // The download is filtered as the list is.
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('agent.updated');
  await log.getByRole('link').first().click();
  await panel.getByRole('link', { name: 'Everything by admin' }).click();
  await expect(page.getByRole('button', { name: 'By admin' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // A short word is not broken, however long the columns beside it are.
  const who = log.locator('tbody tr td:nth-child(3) bdi').first();
  expect(await who.evaluate((name) => name.getClientRects().length === 1 && name.clientHeight < 24)).toBe(true);
  await page.getByRole('button', { name: 'By admin' }).click();
  await expect(page.getByRole('button', { name: 'By admin' })).toBeHidden();
  expect(faults).toEqual([]);
});

test.describe('on a phone, in Arabic', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 } });

  test('the buttons of a card cover no word of its name', async ({ page, portico }) => {
    const [workflow] = await callApi<{ id: string }[]>(portico, 'GET', '/workflows');
    const name = 'Every morning before the ferries to the islands leave the harbour';
    const schedule = { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' };
    await callApi(portico, 'POST', '/triggers', { name, type: 'schedule', workflow_id: workflow?.id, schedule });
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console/settings/triggers`);
    const card = page.getByRole('row', { name });
    const buttons = card.locator('.row-actions');
    await expect(buttons).toBeVisible();
    const text = await card.locator('.row-name bdi').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    });
    const covered = await buttons.boundingBox();
    expect(text.left).toBeGreaterThanOrEqual((covered?.x ?? 0) + (covered?.width ?? 0));
  });
});
