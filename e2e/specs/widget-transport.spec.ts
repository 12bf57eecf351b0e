import { startProxy } from '../support/proxy.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, repliesOf } from '../support/widget.ts';

const isSocket = (path: string): boolean => path.startsWith('/socket.io/');
const isStream = (path: string): boolean => path.endsWith('/events');

test('behind a proxy that buffers streams, the reply arrives over socket.io, live and once', async ({
  page,
  visitChat,
  portico,
  model,
}) => {
  const proxy = await startProxy(portico.url, { holdsStreams: true });
  const chat = await visitChat({}, { origin: proxy.url });
  const reply = model.hold();
  await ask(page, 'Is anybody there?');
  await reply.write('Yes, ');
  // Before the reply has ended: none of it can have come over a stream.
  await expect(repliesOf(page)).toHaveText('Yes,');
  expect(proxy.asked().some(isSocket)).toBe(true);
  await reply.write('here I am.');
  await reply.end();
  await expect(repliesOf(page)).toHaveText('Yes, here I am.');

  // A failed transport is not tried again.
  await askAndRead(page, 'And still?');
  await expect(repliesOf(page)).toHaveCount(2);
  expect(await chat.messages()).toHaveLength(4);
  await proxy.stop();
});

test('socket.io can be chosen; a lost connection neither loses nor repeats a word', async ({
  page,
  visitChat,
  portico,
  model,
}) => {
  const proxy = await startProxy(portico.url, { holdsStreams: false });
  await visitChat({}, { origin: proxy.url, script: { transport: 'socket.io' } });
  const reply = model.hold();
  await ask(page, 'Count');
  await reply.write('one two ');
  await expect(repliesOf(page)).toHaveText('one two');
  proxy.cut();
  await reply.write('three ');
  await reply.write('four');
  await reply.end();
  await expect(repliesOf(page)).toHaveText('one two three four');
  expect(proxy.asked().some(isStream)).toBe(false);
  await proxy.stop();
});

test('socket.io is not loaded if streams work', async ({ page, visitChat }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await visitChat();
  await askAndRead(page, 'Hello');
  expect(requests.filter((path) => isSocket(path) || path.includes('socket-live'))).toEqual([]);
  expect(requests.some(isStream)).toBe(true);
});
