import { createHeadlessChat } from '@portico/widget/headless';
import { mountChat } from '@portico/widget';

declare const config: { host: string; chat: string };

/* The ES module: the element that importing it defines, a handle, and the chat without an interface. */
const { host, chat } = config;
const handle = mountChat({ chat, host, id: 'handle', mode: 'inline', target: '#handle', persistence: 'memory' });
handle.on('message-received', ({ message }) => {
  document.title = message.content;
});
handle.send('Through the handle');

const headless = await createHeadlessChat({ chat, host, persistence: 'memory' });
headless.subscribe(() => {
  const list = document.getElementById('headless');
  if (list)
    list.textContent = headless
      .getState()
      .messages.map(({ content }) => content)
      .join(' | ');
});
headless.open();
headless.send('Without an interface');

Object.assign(globalThis, {
  endAll: () => {
    handle.unmount();
    headless.destroy();
    document.querySelector('portico-chat')?.remove();
  },
});
