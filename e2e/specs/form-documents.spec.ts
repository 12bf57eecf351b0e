import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import {
  announcement,
  answering,
  fileRow,
  fixture,
  makeForm,
  output,
  picker,
  step,
  submitButton,
  textFile,
  waitUntilSearchable,
} from '../support/forms.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { expect, test } from '../support/test.ts';

/** The same report as LibreOffice writes it in each format; `berths` is a sheet. */
const documents = ['report.pdf', 'report.docx', 'report.doc', 'report.html', 'berths.xlsx', 'berths.csv'];
const echo = answering('{{ inputs.content }}');

/** A picture as the browser itself encodes it. */
async function drawPicture(page: Page, mimeType: string): Promise<Buffer> {
  const url = await page.evaluate((type) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 });
    const brush = canvas.getContext('2d');
    brush?.fillRect(20, 20, 60, 40);
    return canvas.toDataURL(type);
  }, mimeType);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

for (const name of documents.slice(0, 4)) {
  test(`${name}: its text, headings and table are extracted`, async ({ page, portico }) => {
    await page.goto((await makeForm(portico, echo)).url);
    await picker(page).setInputFiles(fixture(name));
    await expect(fileRow(page, name)).toContainText('Uploaded');
    await submitButton(page).click();
    await expect(step(page)).toHaveText('Completed');
    for (const text of [
      'Harbour report',
      'leaves at 07:45 on weekdays and takes forty bicycles',
      'Fishing basin',
      '4.2 m',
      'Three knots is the limit inside the breakwater.',
      'Dogs stay on the lead between the sheds.',
      'Søren Kjærgård, harbour master',
    ]) {
      await expect(output(page)).toContainText(text);
    }
  });
}

for (const name of documents.slice(4)) {
  test(`${name}: every row is extracted, including quotes and accents`, async ({ page, portico }) => {
    await page.goto((await makeForm(portico, echo)).url);
    await picker(page).setInputFiles(fixture(name));
    await submitButton(page).click();
    await expect(step(page)).toHaveText('Completed');
    for (const text of ['Length (m)', 'Havternen', 'Lund, Birgit', 'Møller & Søn', '14.25', 'Kittiwake']) {
      await expect(output(page)).toContainText(text);
    }
  });
}

test('documents, data, code and pictures are submitted together, and a question finds its passage in the right one', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, echo, { max_files: 20 });
  await page.goto(form.url);
  const pictures = await Promise.all(
    ['png', 'jpeg', 'webp'].map(async (kind) => ({
      name: `quay.${kind}`,
      mimeType: `image/${kind}`,
      buffer: await drawPicture(page, `image/${kind}`),
    })),
  );
  await picker(page).setInputFiles(documents.map(fixture));
  await picker(page).setInputFiles([
    ...pictures,
    { name: 'dot.gif', mimeType: 'image/gif', buffer: gif },
    textFile('tides.json', '{"high": "06:12", "low": "12:31"}', 'application/json'),
    textFile('notes.md', '# Winter\n\nThe crane is oiled in November.', 'text/markdown'),
    textFile('meter.py', 'def knots(speed):\n    """Metres a second as knots."""\n    return speed * 1.944'),
    textFile('light.ts', "export const colour: string = 'green';"),
    textFile('plain.txt', 'The lamp on the mole burns green.'),
  ]);
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(15);
  await expect(fileRow(page, 'quay.png').locator('img')).toBeVisible();
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  const [record] = await form.submissions();
  expect(record?.files.map(({ mime_type: type }) => type)).toEqual([
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/msword',
    'text/html',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'application/json',
    'text/markdown',
    'text/x-python',
    'text/x-typescript',
    'text/plain',
  ]);

  await waitUntilSearchable(page);
  const question = page.getByRole('textbox', { name: 'Your question' });
  const best = page.locator('.passage').first();
  for (const [asked, name, passage] of [
    ['When is the crane oiled?', 'notes.md', 'crane is oiled in November'],
    ['Who owns the boat Ragnhild?', /berths\.(csv|xlsx)/, 'Møller'],
    ['metres a second as knots', 'meter.py', 'speed * 1.944'],
  ] as const) {
    await question.fill(asked);
    await question.press('Enter');
    await expect(best.locator('.passage-source')).toContainText(name);
    await expect(best.locator('.passage-text')).toContainText(passage);
    await expect(best.locator('mark').first()).toBeVisible();
  }
  await expect(announcement(page)).toContainText('passages for “metres a second as knots”');
});

test('a passage shows the matching words, no matter where they are', async ({ page, portico }) => {
  const filler = 'The harbour office keeps the books of every year in the attic above the chandlery. '.repeat(12);
  await page.goto((await makeForm(portico, echo)).url);
  await picker(page).setInputFiles([
    textFile('rules.txt', `${filler}The barnacle tax is nine crowns. ${filler}`),
    textFile('other.txt', 'Nothing of interest.'),
  ]);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  await waitUntilSearchable(page);
  await page.getByRole('textbox', { name: 'Your question' }).fill('How high is the barnacle tax?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const passage = page.locator('.passage').filter({ hasText: 'rules.txt' }).first();
  await expect(passage.getByText('nine crowns')).toBeInViewport();
  await expect(passage.locator('mark').filter({ hasText: 'barnacle' })).toBeVisible();
  await expect(passage.locator('.passage-text')).toHaveText(/^….*…$/s);
  await passage.getByRole('button', { name: 'Show all' }).click();
  await expect(passage.locator('.passage-text')).toHaveText(/^The harbour office/);
});

test('addresses are read one by one while the visitor watches; unreadable ones are reported and left out', async ({
  page,
  portico,
}) => {
  const site = await serveHeldSite({
    '/report': { type: 'text/html', body: readFileSync(fixture('report.html'), 'utf8') },
    '/held/tides': { type: 'text/plain', body: 'High water is at 06:12.' },
  });
  const form = await makeForm(portico, echo);
  await page.goto(form.url);
  const field = page.getByRole('textbox', { name: 'Web addresses' });
  for (const path of ['/report', '/gone', '/held/tides']) {
    await field.fill(site.url(path));
    await field.press('Enter');
  }
  await field.fill('not-an-address');
  await field.press('Enter');
  await expect(page.getByText('Not a web address: not-an-address')).toBeVisible();
  await field.fill('');
  await expect(page.getByRole('list', { name: 'Addresses to read' }).getByRole('listitem')).toHaveCount(3);
  await submitButton(page).click();

  const item = (path: string) => page.locator('.sent-item').filter({ hasText: path });
  await expect(item('/report')).toContainText('read');
  await expect(item('/gone')).toContainText('couldn’t be read');
  await expect(item('/held/tides')).toContainText('being read');
  await expect(page.getByText('Reading what you sent: 2 of 3')).toBeVisible();
  await expect(announcement(page)).toContainText('/gone couldn’t be read: This page couldn’t be opened.');
  expect(await findFaults(page)).toEqual([]);
  site.release();

  await expect(step(page)).toHaveText('Completed');
  await expect(output(page)).toContainText('leaves at 07:45 on weekdays');
  await expect(output(page)).toContainText('High water is at 06:12.');
  const unread = page.getByRole('region', { name: 'Not everything could be read' });
  await expect(unread).toContainText('/gone This page couldn’t be opened.');
  expect(await findFaults(page)).toEqual([]);
  await page.reload();
  await expect(unread).toContainText('/gone');
  await site.stop();
});

test('a submission with nothing readable fails, shows each reason, and keeps the input', async ({ page, portico }) => {
  await page.goto((await makeForm(portico, echo)).url);
  await page.getByRole('textbox', { name: 'Your message' }).fill('Sum this up');
  await picker(page).setInputFiles([
    { name: 'torn.pdf', mimeType: 'application/pdf', buffer: readFileSync(fixture('report.pdf')).subarray(0, 900) },
    { name: 'blank.html', mimeType: 'text/html', buffer: Buffer.from('<html><body> </body></html>') },
  ]);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Failed');
  const why = page.getByRole('region', { name: 'The run failed' });
  await expect(why).toContainText('torn.pdf This file is damaged and can’t be read.');
  await expect(why).toContainText('blank.html There is no text in it that can be read.');
  await expect(page.getByRole('heading', { name: 'Ask what you sent' })).toBeHidden();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change the input' }).click();
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('Sum this up');
  await expect(fileRow(page, 'torn.pdf')).toContainText('Uploaded');
});
