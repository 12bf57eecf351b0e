import { findFaults } from '../support/axe.ts';
import {
  announcement,
  answering,
  asking,
  fileRow,
  makeForm,
  output,
  messageBox,
  picker,
  sendForm,
  statusOf,
  step,
  submitButton,
  textFile,
} from '../support/forms.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { sleepThrough } from '../support/sleep-through.ts';
import { expect, test } from '../support/test.ts';

test('a run is shown step by step, with its output while it is written', async ({ page, portico, model }) => {
  const site = await serveHeldSite({ '/held/page': { type: 'text/plain', body: 'Tides.' } });
  const reply = model.hold();
  await page.goto((await makeForm(portico, asking(model), { success_message: 'Thank you, we are on it.' })).url);
  await messageBox(page).fill('When is high water?');
  await page.getByRole('textbox', { name: 'Web addresses' }).fill(site.url('/held/page'));
  // A typed address counts even if it was not added.
  await submitButton(page).click();
  await expect(page.getByText('Thank you, we are on it.')).toBeVisible();
  await expect(step(page)).toHaveText('Processing');
  site.release();
  await expect(step(page)).toHaveText('Running');
  await expect(announcement(page)).toContainText('Working on it');
  expect(await reply.asked).toBe('When is high water?');
  await reply.write('High water is ');
  await expect(output(page)).toHaveText('High water is');
  await reply.write('at 06:12.');
  await expect(output(page)).toHaveText('High water is at 06:12.');
  await expect(step(page)).toHaveText('Running');
  await reply.end();
  await expect(step(page)).toHaveText('Completed');
  await expect(announcement(page)).toContainText('Your result is ready.');
  await site.stop();
});

test('a run whose page could not be loaded is shown by Try again', async ({ page, portico, model }) => {
  let isAway = true;
  await page.route(/run-screen/, (route) => (isAway ? route.abort() : route.continue()));
  model.answer({ text: 'High water is at 06:12.' });
  await page.goto((await makeForm(portico, asking(model))).url);
  await messageBox(page).fill('When is high water?');
  await submitButton(page).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  isAway = false;
  await again.click();
  await expect(output(page)).toHaveText('High water is at 06:12.');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a run survives a reload, and its link opens on another device', async ({ page, browser, portico, model }) => {
  const reply = model.hold();
  await sendForm(page, portico, asking(model), 'Go');
  await reply.asked;
  await reply.write('The first half, ');
  await expect(output(page)).toHaveText('The first half,');
  await page.reload();
  await expect(output(page)).toHaveText('The first half,');
  const other = await browser.newContext();
  const device = await other.newPage();
  await device.goto(page.url());
  await expect(output(device)).toHaveText('The first half,');
  await expect(step(device)).toHaveText('Running');
  await reply.write('and the second.');
  await reply.end();
  for (const place of [page, device]) {
    await expect(step(place)).toHaveText('Completed');
    await expect(output(place)).toHaveText('The first half, and the second.');
  }
  // In another tab only the form can send the same input again.
  await device.getByRole('button', { name: 'Run again' }).click();
  await expect(messageBox(device)).toHaveValue('Go');
  await other.close();
});

for (const isCut of [false, true]) {
  const how = isCut ? 'the laptop slept' : 'the tab was frozen';
  test(`a result is complete after ${how}`, async ({ page, context, portico, model }) => {
    const reply = model.hold();
    await sendForm(page, portico, asking(model), 'Good night');
    await reply.asked;
    await reply.write('Before, ');
    await expect(output(page)).toHaveText('Before,');
    await sleepThrough(page, async () => {
      if (isCut) await context.setOffline(true);
      await reply.write('during, ');
      await reply.write('and after.');
      await reply.end();
      await expect.poll(async () => (await statusOf(portico.url, page)).executionStatus).toBe('completed');
      if (isCut) await context.setOffline(false);
    });
    await expect(step(page)).toHaveText('Completed');
    await expect(output(page)).toHaveText('Before, during, and after.');
  });
}

test('the server dies during a run, and the page completes by itself', async ({ page, portico, model }) => {
  const first = model.hold();
  await sendForm(page, portico, asking(model), 'Go on');
  await first.asked;
  await first.write('Written by the one that dies');
  await expect(output(page)).toHaveText('Written by the one that dies');
  const second = model.hold();
  await portico.restart('SIGKILL');
  expect(await second.asked).toBe('Go on');
  await second.write('Written by the next.');
  await expect(output(page)).toHaveText('Written by the next.');
  await second.end();
  await expect(step(page)).toHaveText('Completed');
  await expect(output(page)).toHaveText('Written by the next.');
});

test('the answers to the fields are shown to the tab that sent them', async ({ page, browser, portico }) => {
  const fields = [
    { name: 'boat', label: 'Name of the boat', type: 'text' },
    { name: 'needs', label: 'What do you need?', type: 'multiselect', options: ['Water', 'Power'] },
    { name: 'rules', label: 'I know the rules', type: 'checkbox' },
    { name: 'news', label: 'Send me news', type: 'checkbox' },
    { name: 'length', label: 'Length', type: 'number' },
  ];
  const form = await makeForm(portico, answering('Moored.'), { fields });
  await page.goto(`${form.url}?boat=Havternen&needs=Water,Power&rules=true`);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  await page.reload();
  await page.getByRole('heading', { name: 'What you sent' }).click();
  await expect(page.getByRole('term')).toHaveText(['Name of the boat', 'What do you need?', 'I know the rules']);
  await expect(page.getByRole('definition')).toHaveText(['Havternen', 'Water and Power', '✓']);
  expect(await findFaults(page)).toEqual([]);
  const other = await browser.newContext();
  const device = await other.newPage();
  await device.goto(page.url());
  await expect(step(device)).toHaveText('Completed');
  await expect(device.getByText('Havternen')).toHaveCount(0);
  await other.close();
});

test('a run is repeated, changed, or replaced by a new one; Back leaves no old announcements', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, answering('{{ inputs.message }} ({{ $count(inputs.files) }})'));
  await page.goto(form.url);
  await messageBox(page).fill('Moor us');
  await picker(page).setInputFiles(textFile('plan.txt', 'A plan.'));
  await submitButton(page).click();
  await expect(output(page)).toHaveText('Moor us (1)');
  const first = page.url();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(output(page)).toHaveText('Moor us (1)');
  await page.getByRole('button', { name: 'Change the input' }).click();
  await expect(fileRow(page, 'plan.txt')).toContainText('Uploaded');
  await messageBox(page).fill('Moor us twice');
  await submitButton(page).click();
  await expect(output(page)).toHaveText('Moor us twice (1)');
  await expect(announcement(page)).toContainText('Your result is ready.');
  await page.goBack();
  await expect(submitButton(page)).toBeVisible();
  await expect(announcement(page)).toBeEmpty();
  // To correct it: the form as it was sent, from its top.
  await expect(messageBox(page)).toHaveValue('Moor us twice');
  await expect(fileRow(page, 'plan.txt')).toContainText('Uploaded');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goForward();
  await page.getByRole('button', { name: 'New submission' }).click();
  await expect(messageBox(page)).toHaveValue('');
  expect(await form.submissions()).toHaveLength(3);
});

test('only the workflow’s own failure message is shown', async ({ page, portico }) => {
  const fail = {
    nodes: [{ id: 'no', type: 'fail', config: { code: 'too_vague', message: 'Which basin do you mean?' } }],
  };
  await sendForm(page, portico, fail, 'Depth?');
  await expect(step(page)).toHaveText('Failed');
  await expect(page.getByRole('region', { name: 'The run failed' })).toContainText('Which basin do you mean?');
  await expect(announcement(page)).toContainText('This didn’t work out.');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change the input' }).click();
  await expect(messageBox(page)).toHaveValue('Depth?');
});

test('an exhausted limit counts down beside the button', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('ok'), { limits: { submissions_per_minute: 1 } });
  await page.goto(form.url);
  await messageBox(page).fill('Go');
  // Uses up the only request of a minute that has just begun.
  await portico.toNextMinute();
  await expect
    .poll(async () => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${form.api}/submissions`, { method: 'POST', headers, body: '{"message":"Mine"}' });
      return Number(answer.headers.get('retry-after') ?? 0);
    })
    .toBeGreaterThan(5);
  await submitButton(page).click();
  await expect(page.getByText(/You can continue in \d+ sec/).first()).toBeVisible();
  await expect(announcement(page)).toContainText('You can continue in');
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(messageBox(page)).toHaveValue('Go');
  expect(await findFaults(page)).toEqual([]);
});
