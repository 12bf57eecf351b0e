import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../../scripts/tests/free-port.ts';
import { call, eventually } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

const root = join(import.meta.dirname, '../../../..');
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => server.close());

/** Starts the receiver that docs/webhooks.md has in a language, on another port than its 8080. */
async function startReceiver(language: string, program: string, { port, secret }: { port: number; secret: string }) {
  const guide = await readFile(join(root, 'docs/webhooks.md'), 'utf8');
  const code = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'portico-receiver-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, language === 'js' ? 'receiver.mjs' : 'receiver.py');
  await writeFile(file, code.replace('8080', String(port)));
  const child = spawn(program, [file], { env: { ...process.env, WEBHOOK_SECRET: secret } });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      output += String(piece);
    });
  }
  return () => output;
}

// Only with a Python that its maintainers support: macOS has a command of this name that only offers to install one.
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
const receivers = [
  { language: 'js', program: process.execPath },
  ...(hasPython ? [{ language: 'python', program: 'python3' }] : []),
];

test.each(receivers)('the receiver of docs/webhooks.md in $language verifies events', async ({ language, program }) => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/hooks/portico`;
  const { secret, id } = (await call(server, 'POST', '/api/v1/webhooks', { body: { url } })).body.data;
  const output = await startReceiver(language, program, { port, secret });
  const headers = { 'Content-Type': 'application/json', 'webhook-id': 'dlv_1', 'webhook-signature': 'v1,AAAA' };
  const time = String(Math.floor(Date.now() / 1000));
  const forge = async () =>
    fetch(url, { method: 'POST', headers: { ...headers, 'webhook-timestamp': time }, body: '{}' });
  const forged = await eventually(async () => forge().catch(() => undefined));
  expect(forged.status, output()).toBe(401);
  const sent = await call(server, 'POST', `/api/v1/webhooks/${id}/test`);
  expect(sent.body.data, output()).toMatchObject({ success: true, status_code: 204 });
  await eventually(async () => (output().includes('webhook.test') ? true : undefined));
});
