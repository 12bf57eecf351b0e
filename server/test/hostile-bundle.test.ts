import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { runCommand } from '../src/app/commands.ts';
import { restore } from '../src/app/data-commands.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

let server: ServerUnderTest;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), 'portico-hostile-bundle-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const importFrom = async (path: string) => runCommand(server.platform, ['bundle', 'import', path]);

const kinds = ['knowledge_bases', 'sources', 'agents', 'workflows', 'triggers'];
const interfaces = ['chat_interfaces', 'form_interfaces', 'personas', 'left_out'];
const knowledgeBase = { id: 'kb_1', body: { name: 'Desk', embedding_model: 'local' } };
const document = { id: 'doc_1', knowledge_base_id: 'kb_1', title: null, url: null, mode: 'markdown', metadata: {} };

/** The definitions of a bundle with one text. */
const bundleOf = (name: string) => ({
  format: 'portico-bundle',
  format_version: 1,
  portico_version: '1.0.0',
  created_at: '2026-01-01T00:00:00.000Z',
  ...Object.fromEntries([...kinds, ...interfaces].map((kind) => [kind, []])),
  knowledge_bases: [knowledgeBase],
  documents: [{ ...document, name, source: 'text' }],
});

async function writeZip(name: string, entries: Record<string, Readable>): Promise<string> {
  const zip = new ZipFile();
  for (const [entry, bytes] of Object.entries(entries)) zip.addReadStream(bytes, entry);
  zip.end();
  const path = join(folder, name);
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

const blanks = (megabytes: number) => Readable.from(Array(megabytes).fill(Buffer.alloc(1_048_576, ' ')));

test('definitions of any size are not read into memory', async () => {
  const path = await writeZip('large.zip', { 'bundle.json': blanks(101) });
  expect(await importFrom(path)).toEqual({ code: 1, text: `${path} has definitions of more than 100 MB\n` });
});

test('texts of any size are not read into memory', async () => {
  const definitions = Readable.from([JSON.stringify(bundleOf('Big\n\u001b[2Jone'))]);
  const path = await writeZip('large-text.zip', { 'bundle.json': definitions, 'documents/doc_1': blanks(30) });
  expect(await importFrom(path)).toEqual({ code: 1, text: `${path} has a text of more than 20 MB (Big [2Jone)\n` });
});

test.skipIf(process.platform === 'win32')('a named pipe is refused instead of waiting for its writer', async () => {
  const path = join(folder, 'pipe.zip');
  await promisify(execFile)('mkfifo', [path]);
  const isOver = new AbortController();
  // If something waits for a writer, the test ends it, and fails.
  const timer = setTimeout(() => isOver.abort(), 5_000);
  isOver.signal.addEventListener('abort', () => void open(path, 'r+'));
  const imported = await importFrom(path);
  const restored = restore(server.platform.config, path, false);
  await expect(restored).rejects.toThrow(`${path} can't be read`);
  clearTimeout(timer);
  expect([imported.code, imported.text, isOver.signal.aborted]).toEqual([
    1,
    `${path} is not a bundle of Portico, or of a newer version\n`,
    false,
  ]);
});
