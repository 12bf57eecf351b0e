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
