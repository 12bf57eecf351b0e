import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { createChat, visitChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { sweepFiles } from './sweep-files.ts';

const { server } = await startWithDoubles();
const { sql } = server.platform.database;

const made = async (path: string, body: object = {}) =>
  (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
async function upload(path: string, key: string | null = null, headers: object = {}) {
  const form = new FormData();
  form.append('file', new Blob(['A letter.']), 'letter.txt');
  const { status, body } = await call(server, 'POST', path, { key, headers: { ...headers }, form });
  expect(body.error ?? status).toBe(201);
  return body.data;
}
/** The newest file of an owner, and a function that opens its bytes. */
async function newestOf(owner: string) {
  const [row] = await sql<{ id: string; storage_key: string }[]>`
    SELECT id, storage_key FROM files WHERE owner = ${owner} ORDER BY id DESC LIMIT 1`;
  const { id = '', storage_key: key = '' } = row ?? {};
  return { id, open: async () => (await server.platform.storage.open(key)).destroy() };
}
type StoredFile = Awaited<ReturnType<typeof newestOf>>;
const isRecorded = async ({ id }: StoredFile) => (await sql`SELECT 1 FROM files WHERE id = ${id}`).length > 0;

test('files to which nothing leads any more are deleted, also if an earlier sweep has failed, and no others', async () => {
  const agent = await made('agents', { name: 'Guide' });
  const chat = await createChat(server);
  const target = { target_type: 'agent', agent_id: agent.id, allow_file_upload: true };
  const form = await made('form-interfaces', { title: 'Ask', ...target });

  const attach = async () => {
    const { path, headers, threadId } = await visitChat(server, chat);
    await upload(`${path}/upload`, null, headers);
    return { threadId, file: await newestOf(threadId) };
  };
  const [gone, attached] = [await attach(), await attach()];
  // As older versions have deleted it.
  await sql`DELETE FROM threads WHERE id = ${gone.threadId}`;

  const toForm = async () => {
    const { fileRef } = await upload(`/api/public/form-interfaces/${form.slug}/upload`);
    return { fileRef, file: await newestOf(form.id) };
  };
  const [lost, justStored, unclaimed, claimed] = [await toForm(), await toForm(), await toForm(), await toForm()];
  const body = { message: 'Hi', files: [claimed.fileRef] };
  const sent = await call(server, 'POST', `/api/public/form-interfaces/${form.slug}/submissions`, { key: null, body });
  expect(sent.body.error ?? sent.status).toBe(202);
  await sql`DELETE FROM form_uploads WHERE file_id IN (${lost.file.id}, ${justStored.file.id})`;
  await upload('/api/v1/files', server.apiKey);
  const owned = await newestOf('api');
  await sql`UPDATE files SET created_at = now() - interval '25 hours' WHERE id <> ${justStored.file.id}`;

  const kept = [attached.file, justStored.file, unclaimed.file, claimed.file, owned];
  const { storage } = server.platform;
  const remove = async (): Promise<void> => {
    throw new Error('The storage does not respond.');
  };
  await sweepFiles({ ...server.platform, storage: { ...storage, remove } });
  for (const file of [...kept, gone.file, lost.file])
    expect([file.id, await isRecorded(file)]).toEqual([file.id, true]);
  await Promise.all([sweepFiles(server.platform), sweepFiles(server.platform)]);
  for (const file of [gone.file, lost.file]) {
    expect([file.id, await isRecorded(file)]).toEqual([file.id, false]);
    await expect(file.open()).rejects.toMatchObject({ code: 'resource_not_found' });
  }
  for (const file of kept) {
    expect([file.id, await isRecorded(file)]).toEqual([file.id, true]);
    await file.open();
  }
});
