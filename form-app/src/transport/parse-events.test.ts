import { expect, test } from 'vitest';
import { parseEvents, type ServerEvent } from './parse-events.ts';

async function parse(...chunks: string[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const bytes = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of parseEvents(bytes, () => undefined)) events.push(event);
  return events;
}

test('an event may come in pieces, with any line ending', async () => {
  const whole = await parse('id: 7\r\nevent: output:del', 'ta\r\ndata: {"a"', ':1}\r', '\n\r\n');
  expect(whole).toEqual([{ id: '7', name: 'output:delta', data: '{"a":1}' }]);
});

test('comments are no events, several data lines are one, the id stays until another comes', async () => {
  const events = await parse(': ping\n\nretry: 2000\n\nid: 1\ndata: a\ndata: b\n\ndata: c\n\n');
  expect(events).toEqual([
    { id: '1', name: 'message', data: 'a\nb' },
    { id: '1', name: 'message', data: 'c' },
  ]);
});

test('an event whose blank line never came is dropped', async () => {
  expect(await parse('id: 1\ndata: a\n\nid: 2\ndata: half\n')).toHaveLength(1);
});

test('a letter cut between two chunks arrives whole', async () => {
  const [first, second] = [new Uint8Array([100, 97, 116, 97, 58, 32, 0xc3]), new Uint8Array([0xa4, 10, 10])];
  const bytes = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(first);
      controller.enqueue(second);
      controller.close();
    },
  });
  for await (const event of parseEvents(bytes, () => undefined)) expect(event.data).toBe('ä');
});
