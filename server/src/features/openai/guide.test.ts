import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGuide } from '../../../test/run-guide.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it('docs/openai.md works as written', async () => {
  const outputs = (await runGuide(server, 'openai.md')).map(({ output }) => output);
  expect(outputs).toHaveLength(5);
  expect(JSON.parse(outputs[0] ?? '')).toMatchObject({ data: { slug: 'support' } });
  expect(JSON.parse(outputs[1] ?? '')).toMatchObject({ object: 'chat.completion', choices: [{ index: 0 }] });
  expect(outputs[2]).not.toBe('');
  expect(outputs[3]).not.toBe('');
  expect(outputs[4]).toBe('true\n');
});
