import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from './client.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';

const docs = join(import.meta.dirname, '../../docs');

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** Runs the blocks that the guides mark with `sh run`, in order and in one shell, as a reader would. */
async function runGuides(names: readonly string[]): Promise<{ code: unknown; text: string }> {
  const texts = await Promise.all(names.map(async (name) => readFile(join(docs, `${name}.md`), 'utf8')));
  const blocks = texts.flatMap((text) =>
    Array.from(text.matchAll(/^```sh run\n([\s\S]*?)^```$/gm), ([, block]) => block),
  );
  const script = ['set -eo pipefail', ...blocks.map((block) => `${block ?? ''}\necho`)].join('\n');
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    LANG: 'C.UTF-8',
    PORTICO_URL: server.url,
    PORTICO_KEY: server.apiKey,
  };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, text: stdout + stderr });
    });
  });
}

test('each guide says where the variables of its examples come from', async () => {
  const names = (await readdir(docs)).filter((name) => name.endsWith('.md') && name !== 'development.md');
  const faults: string[] = [];
  for (const name of names) {
    const text = await readFile(join(docs, name), 'utf8');
    const blocks = Array.from(text.matchAll(/^```(?:sh|bash)\b.*\n([\s\S]*?)^```$/gm), ([, block = '']) => block).join(
      '\n',
    );
    const used = new Set(Array.from(blocks.matchAll(/\$\{?([A-Za-z_]\w*)/g), ([, variable = '']) => variable));
    for (const variable of used) {
      const isSet = new RegExp(`^(?:export )?${variable}=|^for ${variable} in `, 'm').test(blocks);
      if (!isSet && !text.includes(`\`${variable}\``)) faults.push(`${name}: $${variable} is not explained`);
    }
    const needsKey = /PORTICO_(?:URL|KEY)\b/.test(text) && !/^export PORTICO_KEY=/m.test(text);
    if (needsKey && !text.includes('getting-started.md#make-a-first-api-call')) faults.push(`${name}: no key`);
  }
  expect(faults).toEqual([]);
});

test('the commands in the guides to a widget and a form work as written', async () => {
  const { code, text } = await runGuides(['answering-widget', 'forms']);
  expect(code, text).toBe(0);
  expect(text).not.toContain('"error":{');
  expect(text).toContain('"name":"knowledge"');
  expect(text).toContain('"inputs":{"message":"Thank Ada (until 2026-03-31)","tone":"formal","content":""}');

  const chats = await call(server, 'GET', '/api/v1/chat-interfaces');
  const chat = chats.body.data.find(({ slug }: { slug: string }) => slug === 'shop');
  expect(chat).toMatchObject({ allowed_origins: ['https://www.example.com'], limits: { daily_credits: 500 } });
  const agent = await call(server, 'GET', `/api/v1/agents/${chat.agent_id}`);
  const [base] = agent.body.data.knowledge_base_ids;
  const best = await eventually(async () => {
    const query = { query: 'How long do I have to return something?' };
    const found = await call(server, 'POST', `/api/v1/knowledge-bases/${base}/query`, { body: query });
    return found.body.data.results[0];
  });
  expect(best.content).toContain('30 days');
  expect(best.score).toBeGreaterThan(0.15);
  const forms = await call(server, 'GET', '/api/v1/form-interfaces');
  expect(forms.body.data.map(({ slug }: { slug: string }) => slug)).toContain('letter');
});
