import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, chooseFromMenu, composerOf, openChat } from '../support/widget.ts';

const text = (name: string, content = 'Steel is real.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Adds files to the panel as a drop or a paste does. */
async function hand(page: Page, how: 'drop' | 'paste', name: string): Promise<void> {
  const target = how === 'drop' ? page.getByRole('dialog') : composerOf(page);
  await target.evaluate(
    (element, { how, name }) => {
      const data = new DataTransfer();
      data.items.add(new File(['Steel is real.'], name, { type: 'text/plain' }));
      const shared = { bubbles: true, cancelable: true, composed: true };
      if (how === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...shared, clipboardData: data }));
      else {
        for (const type of ['dragenter', 'dragover', 'drop']) {
          element.dispatchEvent(new DragEvent(type, { ...shared, dataTransfer: data }));
        }
      }
    },
    { how, name },
  );
}

test('files are picked, dropped and pasted, one is removed, and the others are sent', async ({ page, visitChat }) => {
  const chat = await visitChat();
  await page.locator('input[type=file]').setInputFiles(text('picked.txt'));
  await hand(page, 'drop', 'dropped.txt');
  await hand(page, 'paste', 'pasted.txt');
  const files = page.locator('.composer .file.done');
  await expect(files).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove dropped.txt' }).click();
  await expect(files).toHaveCount(2);
  await ask(page, 'Read these');
  await expect(page.locator('.msg.user .file')).toHaveText([/picked\.txt/, /pasted\.txt/]);
  await expect(page.locator('.composer .file')).toHaveCount(0);
  await expect
    .poll(async () => (await chat.messages())[0]?.attachments.map(({ file_name: name }) => name))
    .toEqual(['picked.txt', 'pasted.txt']);
});

test('progress is shown, and an interrupted upload can be retried', async ({
  page,
  context,
  newChat,
  embed,
  portico,
}) => {
  const chat = await newChat();
  const proxy = await startCuttingProxy(portico.url);
  await page.goto(embed(chat, { origin: proxy.url }));
  await openChat(page);
  const client = await context.newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throttle(40_000);
  await page.locator('input[type=file]').setInputFiles(text('notes.txt', 'word '.repeat(400_000)));
  const bar = page.getByRole('progressbar', { name: 'Uploading notes.txt' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(4);
  await expect(bar).toBeVisible();
  await composerOf(page).fill('Not before it is up');
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'true');
  proxy.close();
  await throttle(-1);
  await expect(page.locator('.file.failed')).toContainText('Upload failed');
  proxy.open();
  await page.getByRole('button', { name: 'Try notes.txt again' }).click();
  await expect(page.locator('.file.done')).toHaveCount(1);
  await expect(bar).toHaveCount(0);
  await proxy.stop();
});

test('a file whose upload failed is not lost with the next message', async ({ page, visitChat }) => {
  const chat = await visitChat();
  let isAway = true;
  await page.route('**/upload', (route) => (isAway ? route.abort() : route.fallback()));
  await page.locator('input[type=file]').setInputFiles(text('invoice.txt'));
  await expect(page.locator('.file.failed')).toContainText('Upload failed');
  await askAndRead(page, 'Here is my invoice');
  isAway = false;
  await page.getByRole('button', { name: 'Try invoice.txt again' }).click();
  await expect(page.locator('.file.done')).toHaveCount(1);
  await askAndRead(page, 'Now it is');
  await expect(page.getByRole('button', { name: 'Remove invoice.txt' })).toHaveCount(0);
  expect((await chat.messages()).map(({ attachments }) => attachments.length)).toEqual([0, 0, 1, 0]);
});

test('each failure of an upload is announced once, and also what was said before', async ({ page, visitChat }) => {
  await visitChat();
  const voice = page.getByRole('status').first();
  await voice.evaluate((region) => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = ({ target, addedNodes }: MutationRecord) => {
      if (target instanceof Element && target.role === 'status')
        for (const node of addedNodes) said.push(node.textContent ?? '');
    };
    new MutationObserver((records) => records.forEach(note)).observe(region.getRootNode(), {
      childList: true,
      subtree: true,
    });
  });
  await page.route('**/upload', (route) => route.abort());
  await page.locator('input[type=file]').setInputFiles(text('invoice.txt'));
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  await expect.poll(said).toEqual(['invoice.txt: Upload failed']);
  await page.getByRole('button', { name: 'Try invoice.txt again' }).click();
  await expect.poll(said).toEqual(['invoice.txt: Upload failed', 'invoice.txt: Upload failed']);
  await askAndRead(page, 'Hello');
  await chooseFromMenu(page, 'Earlier conversations');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator('.file.failed')).toContainText('Upload failed');
  await ask(page, 'Hello');
  await expect.poll(async () => (await said()).length).toBe(4);
  expect((await said()).filter((text) => text.startsWith('invoice'))).toHaveLength(2);
});

test('limits are shown before a byte is sent', async ({ page, newChat, embed }) => {
  const uploads = { max_files: 2, max_file_size_mb: 0.01, allowed_types: ['txt'] };
  const chat = await newChat({ uploads });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/upload')) sent.push(request.url());
  });
  await page.goto(embed(chat));
  await openChat(page);
  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveAttribute(
    'title',
    /Up to 2 per message, 0\.01 MB each · txt/,
  );
  const picker = page.locator('input[type=file]');
  await expect(picker).toHaveAttribute('accept', '.txt');
  await picker.setInputFiles([text('big.txt', 'x'.repeat(20_000)), { ...text('picture.png'), mimeType: 'image/png' }]);
  const row = (name: string) => page.locator('.file.failed', { hasText: name });
  await expect(row('big.txt')).toContainText('Larger than 0.01 MB');
  await expect(row('picture.png')).toContainText('This kind of file isn’t accepted');
  for (const said of ['big.txt: Larger than 0.01 MB', 'picture.png: This kind of file isn’t accepted']) {
    await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1);
  }
  expect(sent).toEqual([]);
  expect(await chat.sessions()).toEqual([]);
  await picker.setInputFiles([text('a.txt'), text('b.txt'), text('c.txt')]);
  await expect(row('c.txt')).toContainText('No more than 2 per message');
  await expect(page.locator('.file.done')).toHaveCount(2);
  expect(sent).toHaveLength(2);
  await page.getByRole('button', { name: 'Remove a.txt' }).click();
  await expect(page.locator('.file.done')).toHaveText([/b\.txt/, /c\.txt/]);
});

test('the server refuses a file with a misleading name, with an explanation', async ({ page, visitChat }) => {
  await visitChat({ uploads: { allowed_types: ['pdf'] } });
  await page.locator('input[type=file]').setInputFiles({ ...text('fake.pdf'), mimeType: 'application/pdf' });
  await expect(page.locator('.file.failed small')).not.toBeEmpty();
  await expect(page.locator('.file.failed small')).not.toContainText('body.');
  await expect(page.getByRole('button', { name: /again$/ })).toHaveCount(0);
});

/** The server's code for a refused file (docs/widget.md), as sent with the refusal of the upload. */
const refusals = { file_type: 'Diese Dateiart', file_too_large: 'Größer als', file_empty: 'Diese Datei ist leer' };

for (const [code, words] of Object.entries(refusals)) {
  test(`a picture refused as ${code} shows the reason in the visitor’s language, without a broken image`, async ({
    page,
    newChat,
    embed,
  }) => {
    const chat = await newChat();
    await page.route('**/upload', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: {
          error: {
            code: 'validation_error',
            message: 'body.file: This type of file is not supported.',
            details: { fields: [{ path: 'body.file', message: 'This type of file is not supported.', code }] },
          },
        },
      }),
    );
    await page.goto(embed(chat, { lang: 'de', script: { locale: 'de' } }));
    await page.locator('.launcher .toggle').click();
    const picture = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
    await page.locator('input[type=file]').setInputFiles(picture);
    const row = page.locator('.file.failed');
    await expect(row.locator('small')).toContainText(words);
    await expect(row.locator('img')).toHaveCount(0);
    await expect(row.locator('.thumb svg')).toBeVisible();
    await expect(row).not.toContainText(/body|supported/);
  });
}
