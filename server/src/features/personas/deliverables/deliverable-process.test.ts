import { expect, test } from 'vitest';
import { type DeliverableContext, runInProcess } from './deliverable-process.ts';

const context: DeliverableContext = {
  workspaceId: 'w',
  readImage: async () => undefined,
  signal: new AbortController().signal,
};
/** The parser needs much longer than the limits below for it, in one step. */
const slow = { kind: 'pdf', title: 'Slow', markdown: 'a_'.repeat(100_000) } as const;

test('a text that takes too long is given up, with advice', async () => {
  await expect(runInProcess(slow, context, 2000)).rejects.toThrow(
    'The content could not be made into a PDF in 2 seconds. Shorten or simplify it.',
  );
});

test('work ends when its signal fires, also while it waits for its turn', async () => {
  const task = new AbortController();
  const works = [1, 2, 3].map(async () => runInProcess(slow, { ...context, signal: task.signal }));
  setTimeout(() => task.abort(new Error('cancelled')), 500);
  for (const { reason } of (await Promise.allSettled(works)) as PromiseRejectedResult[]) {
    expect(reason).toEqual(new Error('cancelled'));
  }
});

test('images after the first 64 MB of a document are left out', async () => {
  const asked: string[] = [];
  const readImage = async (address: string): Promise<Buffer> => {
    asked.push(address);
    return Buffer.alloc(40 * 1024 * 1024);
  };
  const markdown = [1, 2, 3].map((number) => `![chart](https://example.org/${number})`).join('\n\n');
  await runInProcess({ kind: 'pdf', title: 'Images', markdown }, { ...context, readImage });
  expect(asked).toEqual(['https://example.org/1', 'https://example.org/2']);
});
