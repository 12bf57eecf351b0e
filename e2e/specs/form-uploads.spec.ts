import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { answering, fileRow, makeForm, picker, step, submitButton, textFile } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

const megabyte = 1_048_576;
const names = answering('{{ $join(inputs.files.file_name, ", ") }}');
let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-uploads-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A picture of that many bytes, because content that is not text takes no time to read. */
function writePicture(name: string, size: number): string {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([head, randomBytes(size - head.length)]));
  return path;
}

test('25 MB are accepted; one byte more is refused before it is sent, and by the server too', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, names);
  await page.goto(form.url);
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') uploads.push(new URL(request.url()).pathname);
  });
  await picker(page).setInputFiles(writePicture('over.png', 25 * megabyte + 1));
  await expect(fileRow(page, 'over.png')).toContainText('Too large: 25.1 MB. The limit is 25 MB.');
  expect(uploads).toEqual([]);
  for (const length of [25 * megabyte + 1, 400 * megabyte]) {
    const begun = await fetch(`${form.api}/uploads`, {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(length),
        'Upload-Metadata': 'filename b3Zlci5wbmc=',
      },
    });
    expect(begun.status).toBe(400);
  }
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(25 * megabyte + 1)]), 'over.png');
  const plain = await fetch(`${form.api}/upload`, { method: 'POST', body });
  expect([plain.status, await plain.json()]).toMatchObject([
    400,
    { error: { code: 'validation_error', details: { limit_bytes: 25 * megabyte } } },
  ]);

  await page.getByRole('button', { name: 'Remove over.png' }).click();
  await picker(page).setInputFiles(writePicture('exactly.png', 25 * megabyte));
  await expect(fileRow(page, 'exactly.png')).toContainText('Uploaded');
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect((await form.submissions())[0]?.files).toMatchObject([{ file_size: 25 * megabyte, mime_type: 'image/png' }]);
});

test('a renamed program, an empty file and a disallowed type are refused, each in its row', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, names, { allowed_file_types: ['text/plain', 'pdf', 'image/*'] });
  await page.goto(form.url);
  const program = Buffer.from('7f454c4602010100000000000000000002003e00', 'hex');
  await picker(page).setInputFiles([
    { name: 'holiday.png', mimeType: 'image/png', buffer: program },
    { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\u0090\u0000 This program', 'latin1') },
    textFile('nothing.txt', ''),
    textFile('table.csv', 'a,b', 'text/csv'),
    textFile('fine.txt', 'Fine.'),
  ]);
  await expect(fileRow(page, 'holiday.png')).toContainText('This kind of file isn’t accepted here.');
  await expect(fileRow(page, 'letter.pdf')).toContainText('This kind of file isn’t accepted here.');
  await expect(fileRow(page, 'nothing.txt')).toContainText('This file is empty');
  await expect(fileRow(page, 'table.csv')).toContainText('This kind of file isn’t accepted here.');
  await expect(fileRow(page, 'fine.txt')).toContainText('Uploaded');
  // An invalid picture has no preview.
  await expect(fileRow(page, 'holiday.png').locator('img')).toHaveCount(0);
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: 'One thing needs your attention' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove holiday.png' }).click();
  await page.getByRole('button', { name: 'Remove 3 files that weren’t accepted' }).click();
  await expect(page.getByRole('button', { name: 'browse' })).toBeFocused();
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect((await form.submissions())[0]?.files.map(({ file_name: name }) => name)).toEqual(['fine.txt']);
});

test('twenty files added together all arrive; the twenty-first is reported and left out', async ({ page, portico }) => {
  const form = await makeForm(portico, names, { max_files: 20 });
  await page.goto(form.url);
  const files = Array.from({ length: 21 }, (_, at) => textFile(`berth-${at + 1}.txt`, `Berth ${at + 1} is free.`));
  await picker(page).setInputFiles(files);
  await expect(page.locator('.notice')).toHaveText('Only 20 files fit. Not added: berth-21.txt');
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(20);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  const [record] = await form.submissions();
  expect(record?.files.map(({ file_name: name }) => name)).toEqual(files.slice(0, 20).map(({ name }) => name));
});

test('an interrupted upload continues automatically where it stopped', async ({ page, portico }) => {
  const proxy = await startCuttingProxy(portico.url);
  const form = await makeForm(portico, names);
  const path = writePicture('map.png', 12 * megabyte);
  await page.goto(`${proxy.url}/forms/${form.slug}`);
  const patches: Request[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request));
  proxy.cutAfter(5 * megabyte);
  await picker(page).setInputFiles(path);
  await proxy.isCut();
  await expect(fileRow(page, 'map.png')).toContainText('Uploaded');
  const offsets = await Promise.all(patches.map(async (request) => Number(await request.headerValue('upload-offset'))));
  expect(offsets[0]).toBe(0);
  expect(offsets[1]).toBeGreaterThan(megabyte);
  // The browser may repeat the first request by itself, so the bytes at the proxy say nothing.
  expect(Number(await patches.at(-1)?.headerValue('content-length'))).toBeLessThan(11 * megabyte);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect(await hashOf((await form.submissions())[0]?.files[0]?.download_url ?? '')).toBe(hashFile(path));
  await proxy.stop();
});

test('an upload that a reload interrupted continues when its file is chosen again', async ({ page, portico }) => {
  const proxy = await startCuttingProxy(portico.url);
  const form = await makeForm(portico, names);
  const path = writePicture('chart.png', 12 * megabyte);
  await page.goto(`${proxy.url}/forms/${form.slug}`);
  await page.getByRole('textbox', { name: 'Your message' }).fill('See the chart');
  proxy.cutAfter(6 * megabyte);
  // The page that is left must not resume the upload by itself before it is gone.
  let isLeft = false;
  await page.route('**/*', (route) =>
    !isLeft && route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
  );
  await picker(page).setInputFiles(path);
  await proxy.isCut();
  proxy.close();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  proxy.open();
  await page.reload();
  isLeft = true;
  await expect(page.getByText('We kept what you had filled in.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('See the chart');
  await expect(fileRow(page, 'chart.png')).toContainText('The upload was cut short. Choose the file again.');
  const offset = page.waitForRequest((request) => request.method() === 'PATCH');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose again ?: chart.png$/ }).click();
  await (await chooser).setFiles(path);
  expect(Number(await (await offset).headerValue('upload-offset'))).toBeGreaterThan(megabyte);
  await expect(fileRow(page, 'chart.png')).toContainText('Uploaded');
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect(await hashOf((await form.submissions())[0]?.files[0]?.download_url ?? '')).toBe(hashFile(path));
  await proxy.stop();
});

test('an upload can be cancelled, and a failed one retried', async ({ page, portico }) => {
  const proxy = await startCuttingProxy(portico.url);
  const form = await makeForm(portico, names);
  await page.goto(`${proxy.url}/forms/${form.slug}`);
  let hangs = true;
  await page.route('**/uploads', (route) => (hangs ? undefined : route.fallback()));
  await picker(page).setInputFiles(writePicture('slow.png', 6 * megabyte));
  const progress = fileRow(page, 'slow.png').getByRole('progressbar');
  await expect(progress).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: 'Cancel the upload of slow.png' }).click();
  await expect(fileRow(page, 'slow.png')).toHaveCount(0);
  // The focus of a button that disappears stays in the field.
  await expect(page.getByRole('button', { name: 'browse' })).toBeFocused();
  hangs = false;

  let fails = true;
  await page.route('**/upload', (route) => (fails ? route.fulfill({ status: 500, body: '{}' }) : route.fallback()));
  await picker(page).setInputFiles(textFile('small.txt', 'Small.'));
  await expect(fileRow(page, 'small.txt')).toContainText('The upload failed. Try again.');
  fails = false;
  await page.getByRole('button', { name: 'Upload small.txt again' }).click();
  await expect(fileRow(page, 'small.txt')).toContainText('Uploaded');
  await expect(page.getByRole('button', { name: 'Remove small.txt' })).toBeFocused();
  await proxy.stop();
});

test('thirty refused files are removed together', async ({ page, portico }) => {
  const settings = { max_files: 50, allowed_file_types: ['text/plain'] };
  await page.goto((await makeForm(portico, names, settings)).url);
  const programs = Array.from({ length: 30 }, (_, at) => textFile(`tool-${at}.exe`, 'MZ', 'application/x-msdownload'));
  await picker(page).setInputFiles([...programs, textFile('fine.txt', 'Fine.')]);
  const rows = page.getByRole('list', { name: 'Files to send' }).getByRole('listitem');
  await expect(rows).toHaveCount(31);
  await page.getByRole('button', { name: /30/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(fileRow(page, 'fine.txt')).toContainText('Uploaded');
});

test('files are dropped anywhere on the page, or pasted', async ({ page, portico }) => {
  await page.goto((await makeForm(portico, names)).url);
  const carry = (kind: 'drop' | 'paste', name: string) =>
    page.evaluate(
      ([type, fileName]) => {
        const data = new DataTransfer();
        data.items.add(new File(['Carried.'], fileName, { type: 'text/plain' }));
        const event =
          type === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.querySelector('h1')?.dispatchEvent(event);
      },
      [kind, name] as const,
    );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await carry('drop', 'dropped.txt');
  await expect(fileRow(page, 'dropped.txt')).toContainText('Uploaded');
  await carry('paste', 'pasted.txt');
  await expect(fileRow(page, 'pasted.txt')).toContainText('Uploaded');
});

test('uploads beyond the limit wait, show for how long, and are not lost', async ({ page, portico }) => {
  const form = await makeForm(portico, names, { limits: { uploads_per_minute: 1 } });
  await page.goto(form.url);
  await portico.toNextMinute();
  await picker(page).setInputFiles(Array.from({ length: 4 }, (_, at) => textFile(`file-${at}.txt`, `${at}`)));
  await expect(page.getByText(/^Continuing in \d+ sec$/).first()).toBeVisible();
  await expect(page.getByText('Uploaded', { exact: true }).first()).toBeVisible();
  await submitButton(page).click();
  await expect(page.getByRole('button', { name: 'Waiting for uploads…' })).toBeVisible();
});

test('an upload that meets a restarting server continues automatically', async ({ page, portico }) => {
  const form = await makeForm(portico, names);
  await page.goto(form.url);
  let isStarting = true;
  const unavailable = { error: { code: 'service_unavailable', message: '' } };
  await page.route('**/upload', (route) =>
    isStarting ? route.fulfill({ status: 503, json: unavailable }) : route.fallback(),
  );
  await picker(page).setInputFiles([textFile('log.txt', 'wind')]);
  await expect(fileRow(page, 'log.txt')).toContainText('Continuing in');
  isStarting = false;
  await expect(fileRow(page, 'log.txt')).toContainText('Uploaded');
});

test('a file that is changed on the device while its upload waits is asked for again', async ({ page, portico }) => {
  await page.goto((await makeForm(portico, names)).url);
  const path = writePicture('draft.png', megabyte);
  let isCut = true;
  await page.route('**/upload', async (route) => {
    if (!isCut) return route.fallback();
    writePicture('draft.png', 2 * megabyte);
    return route.abort('connectionreset');
  });
  await picker(page).setInputFiles(path);
  await expect(fileRow(page, 'draft.png')).toContainText('Choose the file again.');
  isCut = false;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose again ?: draft.png$/ }).click();
  await (await chooser).setFiles(path);
  await expect(fileRow(page, 'draft.png')).toContainText('Uploaded');
});

test('an upload without a connection shows it, and continues automatically', async ({ page, context, portico }) => {
  const form = await makeForm(portico, names);
  await page.goto(form.url);
  await expect(submitButton(page)).toBeVisible();
  await context.setOffline(true);
  await picker(page).setInputFiles([textFile('log.txt', 'wind')]);
  await expect(fileRow(page, 'log.txt')).toContainText('You’re offline. The upload continues');
  await context.setOffline(false);
  await expect(fileRow(page, 'log.txt')).toContainText('Uploaded');
});

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url);
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}
