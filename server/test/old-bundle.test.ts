import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { runCommand } from '../src/app/commands.ts';
import { call } from './client.ts';
import { fillWorkspace, list } from './fill-workspace.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

/* Bundles of older versions, which accepted values that are refused now. */
let source: ServerUnderTest;
let target: ServerUnderTest;
let folder: string;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  const environment = { OUTBOUND_ALLOW: '127.0.0.1:9' };
  [source, target] = [await startServer(environment), await startServer(environment)];
  folder = await mkdtemp(join(tmpdir(), 'portico-old-bundles-'));
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

const twice = (text: string) => [text, text];

const run = async (server: ServerUnderTest, ...words: string[]) => runCommand(server.platform, ['bundle', ...words]);

type Definitions = ReturnType<typeof JSON.parse>;

/** Writes a copy of a bundle with a changed definition. */
async function rewrite(from: string, to: string, change: (bundle: Definitions) => void): Promise<void> {
  const archive = await openPromise(from, { autoClose: false });
  const zip = new ZipFile();
  for await (const entry of archive.eachEntry()) {
    const bundle = JSON.parse(await text(await archive.openReadStreamPromise(entry)));
    change(bundle);
    zip.addBuffer(Buffer.from(JSON.stringify(bundle)), entry.fileName);
  }
  archive.close();
  zip.end();
  await writeFile(to, await buffer(zip.outputStream));
}

test('words for colours and languages, and what is listed twice, are imported as they are read now, and are there the next time', async () => {
  await fillWorkspace(source);
  const [file, old] = [join(folder, 'new.zip'), join(folder, 'old.zip')];
  await run(source, 'export', file);
  await rewrite(file, old, (bundle) => {
    for (const { body } of bundle.chat_interfaces) {
      body.branding.primary_color = 'brandblue';
      body.branding.cover = { type: 'color', value: 'var(--brand)' };
      body.locale = '--';
      body.allowed_origins = twice('https://a.example');
      body.uploads.allowed_types = twice('pdf');
    }
    const [{ id: base }] = bundle.knowledge_bases;
    for (const { body } of bundle.agents) body.knowledge_base_ids = twice(base);
    for (const { body } of bundle.form_interfaces) {
      body.cover = { type: 'color', value: 'sky' };
      body.fields = [{ name: 'size', label: 'Size', type: 'select', required: false, options: twice('large') }];
    }
  });
  const [first, again] = [await run(target, 'import', old), await run(target, 'import', old)];
  expect([first.code, again.code, again.text]).toEqual([0, 0, expect.not.stringContaining('Created:')]);
  expect((await list(target, '/chat-interfaces'))[0]).toMatchObject({
    branding: { primary_color: '#5645b5', cover: { type: 'none', value: null } },
    locale: null,
    allowed_origins: ['https://a.example'],
    uploads: { allowed_types: ['pdf'] },
  });
  expect((await list(target, '/agents'))[0]?.['knowledge_base_ids']).toHaveLength(1);
  expect((await list(target, '/form-interfaces'))[0]).toMatchObject({
    cover: null,
    fields: [{ options: ['large'] }],
  });
});

test('a request that lists an option twice is not the one that lists it once', async () => {
  const [file, other] = [join(folder, 'twice.zip'), join(folder, 'once.zip')];
  const config = { method: 'POST', url: 'https://a.example', body: { options: twice('large') } };
  await call(source, 'POST', '/api/v1/workflows', {
    body: { name: 'Order twice', definition: { nodes: [{ id: 'order', type: 'http_request', config }] } },
  });
  await run(source, 'export', file);
  await rewrite(file, other, ({ workflows }) => {
    for (const { body } of workflows) {
      if (body.name === 'Order twice') body.definition.nodes[0].config.body.options = ['large'];
    }
  });
  const { text: report } = await run(source, 'import', other);
  expect(report).toMatch(/Created:[^]*Order twice/);
});
