import { callApi } from '../support/chat-interfaces.ts';
import { signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

// What the library waits for when it closes a menu or dialog whose appearance it has missed.
test('menus and dialogs close although the events of their appearance come before anything listens', async ({
  page,
  portico,
}) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents`);
  await page.evaluate(() => {
    for (const name of ['animationstart', 'animationend', 'animationcancel'])
      addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  });
  const opened = page.locator('[role=menu], [role=dialog], .overlay');
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  };
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await close();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await close();
  await page.getByRole('button', { name: 'New agent' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await close();
});

test('with the keyboard alone, what two members have changed is replaced by a second press', async ({
  page,
  portico,
}) => {
  const { id } = await callApi<{ id: string }>(portico, 'POST', '/saved-replies', {
    name: 'Hours',
    shortcut: 'keyboard-hours',
    content: 'From 9 to 5.',
  });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/settings/saved-replies?reply=${id}`);
  await page.getByLabel('Text', { exact: true }).fill('From 9 to 6.');
  await callApi(portico, 'PATCH', `/saved-replies/${id}`, { content: 'From 8 to 5.' });
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Also changed by somebody else');
  await expect(page.getByRole('button', { name: 'Save anyway' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await callApi(portico, 'GET', `/saved-replies/${id}`)).toMatchObject({ content: 'From 9 to 6.' });
});
