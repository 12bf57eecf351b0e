import { beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../client.ts';
import { expectInvalid, expectUnknown } from './fields.ts';
import { makeChat, makeForm, newVisitor } from './interfaces.ts';
import { type Body, fileForm, useWorld } from './world.ts';

const world = useWorld();
const visit = async (method: string, path: string, body?: unknown, headers: Record<string, string> = newVisitor()) =>
  call(world.server, method, path, { key: null, headers, ...(body === undefined ? {} : { body }) });

describe('Specification 4.10 Public interfaces (no account needed)', () => {
  let form: Body;
  let chat: Body;
  beforeAll(async () => {
    form = await makeForm(world);
    chat = await makeChat(world);
  });
  const uploadTo = async (path: string, fields: Record<string, string> = {}) =>
    call(world.server, 'POST', path, { key: null, headers: newVisitor(), form: fileForm('a.txt', 'Hello', fields) });
  const done = async (id: string) =>
    eventually(async () => {
      const { data } = (await visit('GET', `${form.base}/submissions/${id}`)).body;
      return data.executionStatus === 'completed' ? data : undefined;
    });

  describe('POST /public/chat-interfaces/{slug}/sessions', () => {
    it.each(['/public', '/api/public'])('creates a chat session: %s', async (prefix) => {
      const { status, body } = await visit('POST', `${prefix}/chat-interfaces/${chat.slug}/sessions`, {});
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^ses_/),
          token: expect.any(String),
          visitorId: expect.any(String),
          threadId: expect.stringMatching(/^thr_/),
          status: 'active',
          expiresAt: expect.stringMatching(/Z$/),
          messages: [],
          interface: expect.objectContaining({ slug: chat.slug, name: 'Chat' }),
          lastEventId: expect.anything(),
          conversation: { status: 'bot', assignee: null },
        },
        meta: { request_id: expect.any(String), timestamp: expect.stringMatching(/Z$/) },
      });
    });
    it('an unknown slug is 404', async () => {
      expectUnknown(await visit('POST', '/public/chat-interfaces/nope/sessions', {}), 'chat interface', 'nope');
    });
  });

  describe('POST /api/public/form-interfaces/{slug}/upload', () => {
    it('multipart/form-data: file (binary), sessionId (string): upload result', async () => {
      const { status, body } = await uploadTo(`${form.base}/upload`, { sessionId: 'visitor-1234567890' });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        fileRef: expect.any(String),
        storageUri: expect.any(String),
        downloadUrl: expect.stringMatching(/^http/),
        fileName: 'a.txt',
        fileSize: 5,
        mimeType: 'text/plain',
      });
    });
    it('file is required', async () => {
      const empty = new FormData();
      empty.set('sessionId', 'visitor-1234567890');
      const answer = await call(world.server, 'POST', `${form.base}/upload`, { key: null, form: empty });
      expectInvalid(answer, 'body.file');
    });
    it('sessionId is of 16 to 128 characters', async () => {
      expectInvalid(await uploadTo(`${form.base}/upload`, { sessionId: 'short' }), 'body.sessionId');
    });
    it('an unknown slug is 404', async () => {
      expectUnknown(await uploadTo('/api/public/form-interfaces/nope/upload'), 'form interface', 'nope');
    });
  });

  describe('POST /api/public/form-interfaces/{slug}/submissions', () => {
    it('message (string), files (array of file references), urls (array of strings): submission', async () => {
      world.receiver.answer('/page', (response) => response.end('A page'));
      const { fileRef } = (await uploadTo(`${form.base}/upload`)).body.data;
      const urls = [`${world.receiver.url}/page`];
      const { status, body } = await visit('POST', `${form.base}/submissions`, {
        message: 'Hi',
        files: [fileRef],
        urls,
      });
      expect(status).toBe(202);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^sub_/),
        interfaceId: form.id,
        message: 'Hi',
        files: [expect.objectContaining({ fileName: 'a.txt', fileSize: 5 })],
        urls,
        output: null,
        executionId: null,
        executionStatus: 'submitted',
        submittedAt: expect.stringMatching(/Z$/),
      });
    });
    it('message is a string', async () => {
      expectInvalid(await visit('POST', `${form.base}/submissions`, { message: 3 }), 'body.message');
    });
    it('files are known file references', async () => {
      const answer = await visit('POST', `${form.base}/submissions`, { message: 'Hi', files: ['nope'] });
      expectInvalid(answer, 'body.files[0]');
    });
    it('urls are http or https addresses', async () => {
      const answer = await visit('POST', `${form.base}/submissions`, { message: 'Hi', urls: ['ftp://example.com/'] });
      expectInvalid(answer, 'body.urls[0]');
    });
    it('an unknown slug is 404', async () => {
      const answer = await visit('POST', '/api/public/form-interfaces/nope/submissions', { message: 'Hi' });
      expectUnknown(answer, 'form interface', 'nope');
    });
  });

  describe('GET /api/public/form-interfaces/{slug}/submissions/{id}', () => {
    it('submission status', async () => {
      const { id } = (await visit('POST', `${form.base}/submissions`, { message: 'Hi' })).body.data;
      expect(await done(id)).toMatchObject({ id, executionStatus: 'completed', output: 'Hi' });
    });
    it('an unknown id is 404', async () => {
      expectUnknown(await visit('GET', `${form.base}/submissions/sub_nope`), 'submission', 'sub_nope');
    });
    it('an id of another slug is 404, too', async () => {
      const { id } = (await visit('POST', `${form.base}/submissions`, { message: 'Hi' })).body.data;
      const other = await makeForm(world);
      expectUnknown(await visit('GET', `${other.base}/submissions/${id}`), 'submission', id);
    });
  });

  describe('POST /api/public/form-interfaces/{slug}/submissions/{id}/query', () => {
    let path: string;
    beforeAll(async () => {
      const message = 'Herons nest in April. Cats sleep all day.';
      const { id } = (await visit('POST', `${form.base}/submissions`, { message })).body.data;
      await done(id);
      path = `${form.base}/submissions/${id}/query`;
    });
    it('relevant chunks of the submitted content', async () => {
      const { status, body } = await visit('POST', path, { query: 'When do herons nest?', topK: 3 });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        results: [
          {
            id: expect.any(String),
            content: expect.stringContaining('Herons nest in April'),
            source: expect.objectContaining({ kind: 'message' }),
            score: expect.any(Number),
          },
        ],
        query: 'When do herons nest?',
        topK: 3,
      });
    });
    it('query: string, required', async () => {
      expectInvalid(await visit('POST', path, {}), 'body.query');
      expectInvalid(await visit('POST', path, { query: ' ' }), 'body.query');
    });
    it.each([0, 21, 1.5, 'x'])('topK: number from 1 to 20, not %j', async (topK) => {
      expectInvalid(await visit('POST', path, { query: 'heron', topK }), 'body.topK');
    });
    it.each([-0.1, 1.1, 'x'])('similarityThreshold: number between 0 and 1, not %j', async (similarityThreshold) => {
      expectInvalid(await visit('POST', path, { query: 'heron', similarityThreshold }), 'body.similarityThreshold');
    });
    it('similarityThreshold leaves out less similar chunks', async () => {
      const { data } = (await visit('POST', path, { query: 'taxes', similarityThreshold: 1 })).body;
      expect(data.results).toEqual([]);
    });
  });
});
