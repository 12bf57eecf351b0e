import { describe, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { identify, leaveEmail, startWithVisitors } from '../../../../test/start-with-visitors.ts';
import { create } from '../../../../test/two-workspaces.ts';

const { server, model, here, chat, chatElsewhere, visit, submit, leaveTraces, exportOf, audited } =
  await startWithVisitors();

describe('the export', () => {
  test('contains everything of a person, and nothing of others', async () => {
    const anna = await leaveTraces('anna');
    const anonymous = await visit(chat);
    model.reply({ text: 'Hm.' });
    await anonymous.say('A question without a name');
    await leaveEmail(anonymous, anna.email);
    await leaveTraces('bert');
    const theirs = await visit(chatElsewhere, { identity: identify(chatElsewhere, 'user-anna', anna.email) });
    model.reply({ text: 'Hi.' });
    await theirs.say('anna elsewhere');

    const { entries, rows, manifest } = await exportOf({ email: 'Anna@Example.com' });
    expect(await rows('visitors')).toMatchObject([
      { user_id: 'user-anna', email_verified: true },
      { user_id: null, contact_email: anna.email },
    ]);
    expect(await rows('visits')).toHaveLength(2);
    expect(await rows('conversations')).toContainEqual(
      (await here('GET', `/api/v1/conversations/${anna.id}`)).body.data,
    );
    const contents = (await rows('messages')).map(({ content }) => content);
    expect(contents).toEqual(expect.arrayContaining(['I am anna Smith.', 'Hello anna.', 'A question without a name']));
    expect((await rows('messages')).find(({ content }) => content === 'Hello anna.')).toMatchObject({
      feedback: { rating: 'down' },
    });
    expect(await rows('notes')).toMatchObject([{ content: 'Remember anna.' }]);
    expect((await rows('questions')).map(({ question }) => question)).toContain('I am anna Smith.');
    expect(await rows('submissions')).toMatchObject([{ id: anna.submission.id, output: `Hello  ${anna.email} ` }]);
    expect((await rows('executions')).map(({ inputs }) => inputs)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: ` ${anna.email} ` }), { name: 'anna Smith' }]),
    );
    expect(await rows('execution_nodes')).toHaveLength(2);
    const files = await rows('files');
    expect(files.map(({ path }) => entries.get(String(path)))).toEqual(
      expect.arrayContaining(['The letter of anna.', 'The note of anna.']),
    );
    expect(files.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^files\/fil_\w+\/[^/\\]+\.txt$/));
    expect(manifest).toMatchObject({
      request: { email: anna.email },
      identifiers: { user_ids: ['user-anna'], emails: [anna.email] },
      records: { visitors: 2, visits: 2, conversations: 2, notes: 1, submissions: 1, executions: 2 },
      files: { count: 2 },
    });
    for (const name of Object.keys(manifest.records)) expect(entries.get('README.txt')).toContain(`${name}.jsonl`);
    expect([...entries.values()].join('\n')).not.toMatch(/bert|elsewhere|identity_secret|storage_key/);
    const entry = await audited('export.created');
    expect(entry).toMatchObject({ resource: { type: 'export', id: manifest.reference, name: 'visitor' } });
    expect(JSON.stringify(entry)).not.toContain(anna.email);
    // A signature connects the user's id with the address; an id of a visitor leads to nothing else.
    expect((await (await exportOf({ user_id: 'user-anna' })).rows('submissions'))[0]).toMatchObject({
      id: anna.submission.id,
    });
    const alone = await exportOf({ visitor_id: anonymous.visitorId });
    expect(alone.manifest).toMatchObject({ records: { conversations: 1, submissions: 0 }, files: { count: 0 } });
    expect(alone.manifest.identifiers.emails).toEqual([anna.email]);
  });

  test('does not name a deleted chat whose visits are still to be taken from it', async () => {
    const { visitorId } = await visit(chat);
    const { sql } = server.platform.database;
    const deleted = 'chi_deleted';
    await sql`
      UPDATE chat_sessions SET interface_id = ${deleted}
      WHERE visitor = (SELECT id FROM chat_visitors WHERE visitor_id = ${visitorId})`;
    await sql`UPDATE chat_visitors SET interface_id = ${deleted} WHERE visitor_id = ${visitorId}`;
    const { rows } = await exportOf({ visitor_id: visitorId });
    expect(await rows('visitors')).toMatchObject([{ interface_id: null, interface_name: null }]);
    expect(await rows('visits')).toMatchObject([{ interface_id: null }]);
  });

  test('finds an address with an international domain in every spelling', async () => {
    // As a chat stores what a visitor enters, as a site signs it, and as two people type it into a text of a form.
    await leaveEmail(await visit(chat), 'info@bücher.example');
    await visit(chat, { identity: identify(chat, 'user-idn', 'Info@bücher.example') });
    await submit('info@bücher.example', 'one');
    await submit('info@xn--bcher-kva.example', 'two');
    for (const email of ['info@bücher.example', 'Info@Bücher.Example', 'info@xn--bcher-kva.example']) {
      const { manifest } = await exportOf({ email });
      expect([email, manifest.records]).toMatchObject([email, { visitors: 2, submissions: 2 }]);
    }
    expect((await exportOf({ user_id: 'user-idn' })).manifest.records).toMatchObject({ visitors: 2, submissions: 2 });
    const erased = await here('POST', '/api/v1/visitors/erase', { email: 'info@bücher.example' });
    expect(erased.body.data.erased).toMatchObject({ visitors: 2, submissions: 2 });
  });

  test('of an unknown person is 404, and a request names exactly one identifier', async () => {
    expect((await here('POST', '/api/v1/visitors/export', { email: 'nobody@example.com' })).status).toBe(404);
    for (const path of ['export', 'erase']) {
      for (const body of [
        {},
        { email: 'a@example.com', user_id: 'a' },
        { user_id: '' },
        { phone: '1' },
        { email: 1 },
      ]) {
        const { status } = await here('POST', `/api/v1/visitors/${path}`, body);
        expect([path, body, status]).toEqual([path, body, 400]);
      }
    }
    const { key } = await create(here, '/api-keys', { name: 'Reader', scopes: ['conversations:read'] });
    const body = { email: 'nobody@example.com' };
    expect((await call(server, 'POST', '/api/v1/visitors/export', { key, body })).status).toBe(404);
    expect((await call(server, 'POST', '/api/v1/visitors/erase', { key, body })).status).toBe(403);
  });
});
