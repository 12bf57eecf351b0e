import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerUnderTest } from '../start-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

test('the example executes a workflow, follows it and cleans up', async () => {
  const environment = { ...process.env, PORTICO_URL: server.url, PORTICO_KEY: server.apiKey };
  const { stdout } = await run(process.execPath, ['examples/follow-execution.ts'], { cwd: root, env: environment });
  const lines = stdout.trim().split('\n');
  expect(lines).toEqual(expect.arrayContaining(['connected', 'node:completed', 'execution:completed']));
  expect(lines.at(-1)).toBe('{"greeting":"Hello Ada!"}');

  const refused = run(process.execPath, ['examples/follow-execution.ts'], {
    cwd: root,
    env: { ...environment, PORTICO_KEY: 'ptk_wrong' },
  });
  await expect(refused).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/^invalid_api_key: .+req_/) });
});

test('the examples of docs/client.md have the documented types', async () => {
  const guide = await readFile(join(root, 'docs/client.md'), 'utf8');
  const blocks = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(4);
  // All blocks become one module, each in separate braces without its imports, because a guide may use a name twice.
  const imports = blocks.flatMap((code) => code.match(/^import .*;$/gm) ?? []);
  const bodies = blocks.map((code) => code.replaceAll(/^import .*;$/gm, ''));
  const folder = await mkdtemp(join(tmpdir(), 'portico-guide-'));
  try {
    await writeFile(join(folder, 'guide.ts'), [...new Set(imports), ...bodies, 'export {};'].join('\n'));
    const compilerOptions = {
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@portico/client': [join(root, 'shared-types/src/index.ts')] },
      lib: ['esnext'],
      noUnusedLocals: false,
      incremental: false,
    };
    const project = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['guide.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    const typed = await run('tsc', ['--project', folder, '--pretty', 'false']).catch((error: unknown) => error);
    expect(typed).toMatchObject({ stdout: '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
