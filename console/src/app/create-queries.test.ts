import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueries } from './create-queries.ts';

test('what changes during the first request is read again, once', async () => {
  const queries = createQueries();
  const answers: ((items: string[]) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['transcripts', 'cnv_1'],
    queryFn: async () => new Promise<string[]>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => answers.length).toBe(1);
  const invalidated = [1, 2].map(async () => queries.invalidateQueries({ queryKey: ['transcripts'] }));
  answers[0]?.(['a message']);
  await expect.poll(() => answers.length).toBe(2);
  expect(observer.getCurrentResult().data).toEqual(['a message']);
  answers[1]?.(['a message', 'a note']);
  await Promise.all(invalidated);
  expect(observer.getCurrentResult().data).toEqual(['a message', 'a note']);
  expect(answers).toHaveLength(2);
  stop();
});

test('what changes during a later request replaces that request', async () => {
  const queries = createQueries();
  let asked = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['transcripts', 'cnv_1'],
    queryFn: async () => {
      asked += 1;
      return asked === 2 ? new Promise<number>(() => undefined) : asked;
    },
  });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  void queries.invalidateQueries({ queryKey: ['transcripts'] });
  await queries.invalidateQueries({ queryKey: ['transcripts'] });
  expect(observer.getCurrentResult().data).toBe(3);
  stop();
});
