import { expect, test } from '../support/test.ts';
import { composerOf, replyTo } from '../support/widget.ts';

test('an iframe communicates with its page through the channel that the page offers', async ({
  page,
  newChat,
  embed,
  portico,
}) => {
  const chat = await newChat();
  const main = `<iframe title="Chat" src="${portico.url}/chat/${chat.slug}" width="420" height="600"></iframe>`;
  const before = `
    window.heard = [];
    const frame = document.querySelector('iframe');
    frame.addEventListener('load', () => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => {
        heard.push(data);
        if (data.type === 'ready') channel.port1.postMessage({ type: 'send', text: 'Through the port' });
      };
      frame.contentWindow.postMessage({ type: 'portico:connect', version: 1 }, '${portico.url}', [channel.port2]);
    });`;
  await page.goto(embed(null, { main, before }));
  await expect(replyTo(page.frameLocator('iframe'), 'Through the port')).toBeVisible();
  const names = async () => page.evaluate<string[]>('heard.map(({ name }) => name)');
  await expect.poll(names).toEqual(expect.arrayContaining(['message-sent', 'message-received']));
  expect(await page.evaluate('heard[0]')).toEqual({ type: 'ready', version: 1 });
});

test('an iframe that only allows scripts sends what its visitor enters', async ({
  page,
  newChat,
  portico,
  hostPages,
}) => {
  const chat = await newChat({
    pre_chat: { enabled: true, fields: [{ name: 'name', label: 'Name', required: true }] },
  });
  const src = `${portico.url}/chat/${chat.slug}`;
  const html = `<iframe title="Chat" sandbox="allow-scripts" src="${src}" width="420" height="600"></iframe>`;
  await page.goto(hostPages.add('sandbox.html', html));
  const frame = page.frameLocator('iframe');
  const name = frame.getByLabel('Name');
  await frame.getByRole('button', { name: 'Start the chat' }).click();
  await expect(name).toBeFocused();
  await name.fill('Ada');
  await name.press('Enter');
  await composerOf(frame).fill('From a sandbox');
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(replyTo(frame, 'From a sandbox')).toBeVisible();
  expect(await chat.sessions()).toMatchObject([{ user_name: 'Ada' }]);
});

test('an iframe takes the theme of its page; auto is the system’s', async ({ page, newChat, embed, portico }) => {
  const chat = await newChat();
  const main = `<iframe title="Chat" src="${portico.url}/chat/${chat.slug}" width="420" height="600"></iframe>`;
  const before = `
    const frame = document.querySelector('iframe');
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel();
      window.setTheme = (theme) => port1.postMessage({ type: 'theme', theme });
      frame.contentWindow.postMessage({ type: 'portico:connect', version: 1 }, '${portico.url}', [port2]);
    });`;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(embed(null, { main, before }));
  const composer = composerOf(page.frameLocator('iframe'));
  await expect(composer).toBeVisible();
  for (const [theme, scheme] of [
    ['light', 'light'],
    ['auto', 'dark'],
    ['light', 'light'],
    ['dark', 'dark'],
  ]) {
    await page.evaluate(`setTheme('${theme}')`);
    await expect(composer).toHaveCSS('color-scheme', scheme ?? '');
  }
});
