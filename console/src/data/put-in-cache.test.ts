import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { putInCache } from './put-in-cache.ts';

const key = ['agents', 'agt_1'];

test('a response to a request from before a save does not replace what was saved', async () => {
  const queries = new QueryClient();
  let respond = (_: object): void => undefined;
  const reading = queries.fetchQuery({
    queryKey: key,
    queryFn: () => new Promise<object>((resolve) => void (respond = resolve)),
  });
  const outcome = reading.catch(String);
  await putInCache(queries, key, { name: 'New' });
  respond({ name: 'Old' });
  expect(await outcome).toContain('CancelledError');
  expect(queries.getQueryData(key)).toEqual({ name: 'New' });
});

test('requests for other items continue', async () => {
  const queries = new QueryClient();
  const reading = queries.fetchQuery({ queryKey: [...key, 'versions'], queryFn: async () => ['1'] });
  await putInCache(queries, key, { name: 'New' });
  expect(await reading).toEqual(['1']);
});
