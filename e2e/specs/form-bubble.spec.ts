import { fields, frameOf, heard, writePage } from '../support/form-sites.ts';
import { answering, makeForm } from '../support/forms.ts';
import { boxOf } from '../support/pixels.ts';
import { expect, test } from '../support/test.ts';

test('as a bubble it obeys the calls of the page, also those before it is booted', async ({
  page,
  portico,
  hostPages,
}) => {
  const form = await makeForm(portico, answering('Done.'), { fields, input_label: 'What is it about?' });
  const calls = `<script nonce="host">
    window.Portico = function () { (Portico.q = Portico.q || []).push(arguments); };
    Portico('on', 'open', () => heard.push('opened'));
    Portico('hide');
    Portico('send', 'A berth');
    Portico('boot', { form: '${form.slug}', locale: 'en' });</script>
    <script async src="{{PORTICO}}/embed.js"></script>`;
  await page.goto(hostPages.add('bubble.html', writePage(calls)));
  const message = frameOf(page).getByRole('textbox', { name: 'What is it about?' });
  const launcher = page.locator('.launcher');
  await expect(launcher).toHaveCount(1);
  await expect(launcher).toBeHidden();
  await page.evaluate("Portico('show')");
  await launcher.getByRole('button').click();
  await expect(message).toHaveValue('A berth');
  await page.evaluate("Portico('prefill', 'A berth for two')");
  await expect(message).toHaveValue('A berth for two');
  expect(await heard(page)).toContain('opened');
});

test('a bubble is ready before it is opened, and on a phone its form fills the screen', async ({
  page,
  portico,
  hostPages,
}) => {
  const form = await makeForm(portico, answering('Done.'), { fields, input_label: 'What is it about?' });
  await page.setViewportSize({ width: 390, height: 800 });
  const script = `<script async src="{{PORTICO}}/embed.js" data-form="${form.slug}"></script>`;
  await page.goto(hostPages.add('phone.html', writePage(script)));
  await expect.poll(() => heard(page)).toEqual(['ready']);
  const launcher = page.locator('.launcher').getByRole('button');
  await launcher.click();
  await expect(frameOf(page).getByRole('textbox', { name: 'What is it about?' })).toBeVisible();
  expect(await boxOf(page.locator('.bubble'))).toEqual({ x: 0, y: 0, width: 390, height: 800 });
  const closing = page.getByRole('button', { name: 'Close', exact: true });
  expect((await boxOf(page.locator('iframe'))).y).toBe((await boxOf(closing)).height);
  await closing.click();
  await expect(page.locator('iframe')).toBeHidden();
  await expect(launcher).toBeFocused();
  expect(await heard(page)).toEqual(['ready']);
});

test('Escape in the form of a bubble closes it, and keeps what was typed', async ({ page, portico, hostPages }) => {
  const form = await makeForm(portico, answering('Done.'), { fields, input_label: 'What is it about?' });
  const script = `<script async src="{{PORTICO}}/embed.js" data-form="${form.slug}"></script>`;
  await page.goto(hostPages.add('escape.html', writePage(script)));
  const launcher = page.locator('.launcher').getByRole('button');
  await launcher.click();
  const message = frameOf(page).getByRole('textbox', { name: 'What is it about?' });
  // In Safari, the Escape that ends a composition is sent after its end. An open list of choices gets its own.
  await message.dispatchEvent('keydown', { key: 'Escape', keyCode: 229 });
  await message.fill('A berth');
  await frameOf(page).getByRole('combobox').click();
  await page.keyboard.press('Escape');
  await message.press('Escape');
  await expect(page.locator('iframe')).toBeHidden();
  await expect(launcher).toBeFocused();
  await launcher.press('Enter');
  await expect(message).toHaveValue('A berth');
});
