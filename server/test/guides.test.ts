import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call, eventually } from './client.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';

const docs = join(import.meta.dirname, '../../docs');
const searchPath = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;

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
    PATH: searchPath,
    LANG: 'C.UTF-8',
    PORTICO_URL: server.url,
    PORTICO_KEY: server.apiKey,
  };
  return runScript(script, env);
}

async function runScript(script: string, env: NodeJS.ProcessEnv): Promise<{ code: unknown; text: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env, cwd: join(docs, '..') }, (error, stdout, stderr) => {
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

interface Block {
  readonly page: string;
  readonly text: string;
  readonly code: string;
}

/** The blocks of the guides in languages that `language` matches, each with the whole text of its page. */
async function listBlocks(language: string): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const page of (await readdir(docs)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(docs, page), 'utf8');
    const fences = text.matchAll(new RegExp(`^\`\`\`(?:${language})\\b.*\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
    for (const [, code = ''] of fences) blocks.push({ page, text, code });
  }
  return blocks;
}

test('each guide says how to install what its examples import', async () => {
  const blocks = await listBlocks('jsx?|tsx?|html');
  const faults = new Set<string>();
  for (const { page, text, code } of blocks) {
    for (const [, name = ''] of code.matchAll(/^\s*import (?:[^;]*? from )?'((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?';/gm)) {
      const isShown = new RegExp(`npm install [^\\n]*(?<=[ ])${name}(?=[ \\n\`])`).test(text);
      const isLinked = name.startsWith('@portico/') && text.includes('](packages.md');
      if (!isShown && !isLinked) faults.add(`${page}: ${name}`);
    }
  }
  expect(blocks.length).toBeGreaterThan(20);
  expect([...faults]).toEqual([]);
});

test('each snippet of a page defines the Portico that it calls', async () => {
  // The script tag is async, and the shortest one of the guides has no other: a script of the page runs before it.
  const calling = (await listBlocks('html')).filter(({ code }) => /\bPortico\(/.test(code));
  expect(calling.length).toBeGreaterThan(1);
  expect(calling.filter(({ code }) => !code.includes('window.Portico =')).map(({ page }) => page)).toEqual([]);
});

test('the commands that pack the packages work in a folder of a reader', async () => {
  const block = (await listBlocks('sh')).find(({ page, code }) => page === 'packages.md' && /npm pack/.test(code));
  const home = await mkdtemp(join(tmpdir(), 'portico-packages-'));
  onTestFinished(async () => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'your-app'));
  // npm packs what is built already, and installs nothing: it only needs the files.
  const npm = `#!/bin/sh
    case $1 in
      pack) PATH=$REAL_PATH exec npm --ignore-scripts --silent "$@" ;;
      install) shift; for file; do test -f "$file" || { echo "no $file"; exit 1; }; done ;;
    esac`;
  await writeFile(join(home, 'bin/npm'), npm, { mode: 0o755 });
  const env = { PATH: `${join(home, 'bin')}:${searchPath}`, REAL_PATH: searchPath, HOME: home };
  const { code, text } = await runScript(`set -e\n${block?.code ?? 'exit 3'}`, env);
  expect(code, text).toBe(0);
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
