import { callApi } from '../support/chat-interfaces.ts';
import { expect, test } from '../support/test.ts';
import { askAndRead, launcherOf } from '../support/widget.ts';

interface Preview {
  token: string;
  url: string;
}

const titleOf = (title: string) => ({ behaviour: { title, welcome_message: `Welcome to ${title}` } });

test('the page of a paused chat shows a draft, and the next draft without a reload', async ({
  page,
  newChat,
  portico,
}) => {
  const chat = await newChat({ status: 'paused' });
  const draft = async (title: string) =>
    callApi<Preview>(portico, 'POST', `/chat-interfaces/${chat.id}/preview`, titleOf(title));
  const { token } = await draft('First draft');
  await page.goto(`${portico.url}/chat/${chat.slug}#preview=${token}`);
  await expect(page.getByRole('heading', { name: 'First draft' })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  const next = await draft('Second draft');
  await page.evaluate((hash) => location.assign(`#preview=${hash}`), next.token);
  await expect(page.getByRole('heading', { name: 'Second draft' })).toBeVisible();
  expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true);

  await askAndRead(page, 'Hello');
  expect(await chat.sessions()).toMatchObject([{ preview: true }]);
  // A real conversation in the same browser is not used: the preview stores nothing.
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('the owner’s page shows a draft through the loader, as a bubble', async ({ page, newChat, embed, portico }) => {
  const chat = await newChat();
  const { token } = await callApi<Preview>(portico, 'POST', `/chat-interfaces/${chat.id}/preview`, {
    ...titleOf('Drafted'),
    branding: { primary_color: '#c2410c' },
  });
  await page.goto(embed(chat, { script: { preview: token } }));
  await expect(page.locator('.launcher .toggle')).toHaveCSS('background-color', 'rgb(194, 65, 12)');
  await launcherOf(page).click();
  await expect(page.getByRole('dialog', { name: 'Drafted' })).toBeVisible();
  await askAndRead(page, 'Hello');
  expect(await chat.sessions()).toMatchObject([{ preview: true }]);
});

test('the page shows a draft’s bubble, open, in any language', async ({ page, newChat, portico }) => {
  const chat = await newChat();
  const { token } = await callApi<Preview>(portico, 'POST', `/chat-interfaces/${chat.id}/preview`, titleOf('Entwurf'));
  await page.goto(`${portico.url}/chat/${chat.slug}?mode=bubble&theme=dark&locale=de#preview=${token}`);
  const dialog = page.getByRole('dialog', { name: 'Entwurf' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByPlaceholder('Nachricht schreiben …')).toBeVisible();
  await expect(page.locator('[data-scheme=dark]')).toBeAttached();
});

test('the page of a form shows a draft, uploads files and submits it', async ({ page, newChat, portico }) => {
  const { agentId } = await newChat();
  const body = { title: 'Saved', target_type: 'agent', agent_id: agentId, status: 'paused' };
  const form = await callApi<{ id: string }>(portico, 'POST', '/form-interfaces', body);
  const draft = { title: 'Drafted form', allow_file_upload: true };
  const { url } = await callApi<Preview>(portico, 'POST', `/form-interfaces/${form.id}/preview`, draft);
  await page.goto(portico.url + new URL(url).pathname + new URL(url).hash);
  await expect(page.getByRole('heading', { name: 'Drafted form' })).toBeVisible();
  await page.getByRole('textbox').first().fill('Hello');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
  await page.getByRole('button', { name: /submit|send/i }).click();
  await expect
    .poll(async () => callApi<object[]>(portico, 'GET', `/form-interfaces/${form.id}/submissions`))
    .toMatchObject([{ preview: true, message: 'Hello', files: [{ file_name: 'note.txt' }] }]);
});
