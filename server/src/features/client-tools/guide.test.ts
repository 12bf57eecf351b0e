import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { runGuide } from '../../../test/run-guide.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let models: ModelServer;
let server: ServerUnderTest;

beforeAll(async () => {
  models = await startModelServer();
  server = await startServer({ OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'gpt-4o' });
});
afterAll(async () => {
  await server.close();
  await models.close();
});

it('docs/client-tools.md works as written', async () => {
  models.reply({ toolCalls: [{ name: 'read_cart', arguments: { currency: 'NOK' } }] });
  const [, answered] = await runGuide(server, 'client-tools.md');
  expect(answered?.output).toBe('The tool answered: {"items":2,"total":59.8,"currency":"NOK"}\n');
});
