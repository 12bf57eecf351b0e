import { callApi } from '../support/chat-interfaces.ts';
import { sidewaysOf, signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test.describe('at 1,280 pixels', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the number of scopes of an API key is in one line beside a long name', async ({ page, portico }) => {
    const key = { name: 'Deployment of the harbour office '.repeat(3).trim(), scopes: ['agents:read'] };
    const { id } = await callApi<{ id: string }>(portico, 'POST', '/api-keys', key);
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console/settings/keys`);
    const counts = page.getByRole('row', { name: 'admin' }).locator('summary');
    await expect(counts).toHaveText('35 scopes');
    expect(await counts.evaluate((it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight))).toBe(1);
    await callApi(portico, 'DELETE', `/api-keys/${id}`);
  });
});

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('long shortcuts and schedules have lines', async ({ page, portico }) => {
    const reply = { name: 'Hours', shortcut: 'openinghours'.repeat(3), content: 'At seven.' };
    const { id } = await callApi<{ id: string }>(portico, 'POST', '/saved-replies', reply);
    const workflows = await callApi<{ id: string }[]>(portico, 'GET', '/workflows');
    const trigger = await callApi<{ id: string }>(portico, 'POST', '/triggers', {
      name: 'Often',
      workflow_id: workflows[0]?.id,
      type: 'schedule',
      schedule: { cron: '0,5,10,15,20,25,30,35,40,45,50,55 8 * * *', timezone: 'UTC' },
      enabled: false,
    });
    await signInWithKey(page, portico);
    for (const [part, text] of [
      ['saved-replies', `/${reply.shortcut}`],
      ['triggers', '0,5,10,15,20,25,30,35,40,45,50,55 8 * * *'],
    ] as const) {
      await page.goto(`${portico.url}/console/settings/${part}`);
      await expect(page.getByText(text)).toBeVisible();
      expect(await sidewaysOf(page), part).toBe(0);
    }
    await callApi(portico, 'DELETE', `/saved-replies/${id}`);
    await callApi(portico, 'DELETE', `/triggers/${trigger.id}`);
  });
});
