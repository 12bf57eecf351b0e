import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endpoint } from './client.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

interface GuideBlock {
  readonly code: string;
  readonly output: string;
}

/**
 * Runs the JavaScript and shell blocks of a page of docs/ one after the other, as a reader would: PORTICO_URL and
 * PORTICO_KEY are set, and http://localhost:3000 is replaced by the server under test. Throws with the output of a
 * block that fails.
 */
export async function runGuide(server: Endpoint, page: string): Promise<GuideBlock[]> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'portico-guide-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const blocks: GuideBlock[] = [];
    for (const [, language = '', code = ''] of text.matchAll(/^```(js|bash)\n(.*?)^```/gms)) {
      const here = code.replaceAll('http://localhost:3000', server.url);
      const file = join(folder, language === 'js' ? 'example.mjs' : 'example.sh');
      await writeFile(file, here);
      const command = language === 'js' ? [process.execPath, file] : ['bash', '-euo', 'pipefail', file];
      const [program = '', ...words] = command;
      const env = { ...process.env, PORTICO_URL: server.url, PORTICO_KEY: server.apiKey };
      const { stdout } = await run(program, words, { cwd: folder, env });
      blocks.push({ code, output: stdout });
    }
    return blocks;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
