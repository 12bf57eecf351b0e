import express from 'express';
import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../../test/loopback.ts';
import { downloadArchive } from './download-archive.ts';

test('a download that fails before its first entry ends with the reason, and the client is cut off', async () => {
  const app = express();
  const sent = Promise.withResolvers<unknown>();
  app.get('/', (_, response) => {
    const answer = downloadArchive('archive', async () => Promise.reject(new Error('The storage is away.')));
    answer.send(response).then(sent.resolve, sent.reject);
  });
  const { url, close } = await serveOnLoopback(app);
  try {
    const answer = fetch(url).then(async (response) => response.arrayBuffer());
    await expect(sent.promise).rejects.toThrow('The storage is away.');
    await expect(answer).rejects.toThrow('fetch failed');
  } finally {
    await close();
  }
});
