import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGuide } from '../../../test/run-guide.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it('docs/ai-sdk.md works as written', async () => {
  const [only] = await runGuide(server, 'ai-sdk.md');
  const last = only?.output.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ role: 'assistant', metadata: { threadId: expect.stringMatching(/^thr_/) } });
});
