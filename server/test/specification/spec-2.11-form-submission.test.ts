import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, eventually } from '../client.ts';
import { testFields } from './fields.ts';
import { makeChat, makeForm } from './interfaces.ts';
import { type Body, fileForm, useWorld } from './world.ts';

const world = useWorld();
const visit = async (method: string, path: string, body?: unknown) =>
  (await call(world.server, method, path, { key: null, ...(body === undefined ? {} : { body }) })).body.data;

describe('Specification 2.11 Form submission', () => {
  let form: Body;
  let upload: Body;
  let submitted: Body;
  let submission: Body;
  beforeAll(async () => {
    form = await makeForm(world);
    world.receiver.answer('/page', (response) => response.end('A page'));
    const request = { key: null, form: fileForm('a.txt', 'Hello') };
    upload = (await call(world.server, 'POST', `${form.base}/upload`, request)).body.data;
    const body = { message: 'Hi', files: [upload.fileRef], urls: [`${world.receiver.url}/page`] };
    submitted = await visit('POST', `${form.base}/submissions`, body);
    submission = await eventually(async () => {
      const seen = await visit('GET', `${form.base}/submissions/${submitted.id}`);
      return seen.executionStatus === 'completed' ? seen : undefined;
    });
  });

  testFields(() => submission, {
    id: 'string',
    interfaceId: 'string',
    message: 'string',
    files: [
      'array of { storageUri, downloadUrl, fileName, fileSize (bytes), mimeType }',
      z
        .array(
          z.strictObject({
            storageUri: z.string(),
            downloadUrl: z.url(),
            fileName: z.literal('a.txt'),
            fileSize: z.literal(5),
            mimeType: z.literal('text/plain'),
          }),
        )
        .length(1),
    ],
    urls: 'array of strings',
    output: 'string',
    executionId: 'string',
    executionStatus: ['completed', z.literal('completed')],
    submittedAt: 'timestamp',
  });
  it('contains the input and the result', () => {
    expect(submission).toMatchObject({
      id: submitted.id,
      interfaceId: form.id,
      message: 'Hi',
      urls: [`${world.receiver.url}/page`],
      output: 'Hi',
    });
  });
  it('output is null until there is one', () => {
    expect(submitted).toHaveProperty('output', null);
  });
  it('executionId is the execution that the operator sees', async () => {
    expect(await world.get(`/executions/${submission.executionId}`)).toMatchObject({ status: 'completed' });
  });
});

describe('Specification 2.11 Chat interfaces', () => {
  let chat: Body;
  let face: Body;
  beforeAll(async () => {
    const branding = {
      primary_color: '#112233',
      background_color: 'white',
      text_color: 'black',
      font_family: 'Georgia, serif',
      border_radius: 4,
      logo_url: 'https://example.com/logo.svg',
      icon_url: 'https://example.com/icon.svg',
      cover: { type: 'gradient', value: 'linear-gradient(red, blue)' },
    };
    const behaviour = { welcome_message: 'Welcome', placeholder: 'Ask', suggested_prompts: ['Hours?'] };
    chat = await makeChat(world, { branding, behaviour });
    face = await visit('GET', chat.base);
  });

  it('turn an agent into a widget (agents only)', async () => {
    const workflow = await world.api('POST', '/chat-interfaces', { body: { name: 'No', workflow_id: 'wf_1' } });
    expect(workflow.status).toBe(400);
    const unknown = await world.api('POST', '/chat-interfaces', { body: { name: 'No', agent_id: 'agt_nope' } });
    expect(unknown.body.error.details.fields).toMatchObject([{ path: 'body.agent_id' }]);
  });

  describe('Branding options', () => {
    it.each([
      ['colours', { primaryColor: '#112233', backgroundColor: 'white', textColor: 'black' }],
      ['fonts', { fontFamily: 'Georgia, serif' }],
      ['border radius', { borderRadius: 4 }],
      ['logo and icon', { logoUrl: 'https://example.com/logo.svg', iconUrl: 'https://example.com/icon.svg' }],
      ['cover image or gradient', { cover: { type: 'gradient', value: 'linear-gradient(red, blue)' } }],
    ])('%s', (_option, expected) => {
      expect(face.branding).toMatchObject(expected);
    });
    it.each([
      ['welcome message', { welcomeMessage: 'Welcome' }],
      ['placeholder text', { placeholder: 'Ask' }],
      ['suggested prompts', { suggestedPrompts: ['Hours?'] }],
    ])('%s', (_option, expected) => {
      expect(face.behaviour).toMatchObject(expected);
    });
  });

  it('streaming responses', async () => {
    const { id, token } = await visit('POST', `${chat.base}/sessions`, {});
    const response = await fetch(`${world.server.url}${chat.base}/sessions/${id}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ content: 'Hello' }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toMatch(/event: message:delta[\s\S]*event: message:completed/);
  });

  it('attachments per message', async () => {
    const { id, token } = await visit('POST', `${chat.base}/sessions`, {});
    const headers = { Authorization: `Bearer ${token}` };
    const at = `${chat.base}/sessions/${id}`;
    const request = { key: null, headers, form: fileForm('a.txt', 'Hello') };
    const { fileId } = (await call(world.server, 'POST', `${at}/upload`, request)).body.data;
    const body = { content: 'Read', attachments: [fileId] };
    await call(world.server, 'POST', `${at}/messages`, { key: null, headers, body });
    const { data } = (await call(world.server, 'GET', `${at}/messages`, { key: null, headers })).body;
    expect(data[0].attachments).toEqual([{ fileId, fileName: 'a.txt', mimeType: 'text/plain', fileSize: 5 }]);
  });

  it.each(['memory', 'session', 'local'])('session persistence: %s', async (persistence) => {
    const { base } = await makeChat(world, { behaviour: { persistence } });
    expect((await visit('GET', base)).behaviour.persistence).toBe(persistence);
  });

  it('configurable timeouts', async () => {
    const { base } = await makeChat(world, { behaviour: { session_timeout_minutes: 5 } });
    const { expiresAt } = await visit('POST', `${base}/sessions`, {});
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3 * 60_000);
  });

  it('visitor tracking (IP, user agent, referrer)', async () => {
    const { base, id } = await makeChat(world, { tracking: { ip: 'full' } });
    const headers = { 'User-Agent': 'Visitor/1', 'X-Forwarded-For': '81.2.3.4' };
    const body = { referrer: 'https://example.com/from' };
    await call(world.server, 'POST', `${base}/sessions`, { key: null, headers, body });
    const [session] = await world.get(`/chat-interfaces/${id}/sessions`);
    expect(session).toMatchObject({ ip: '81.2.3.4', user_agent: 'Visitor/1', referrer: 'https://example.com/from' });
  });

  it('thread continuity: a resumed session continues in its thread', async () => {
    const first = await visit('POST', `${chat.base}/sessions`, {});
    const again = await visit('POST', `${chat.base}/sessions`, { resume: first.token });
    expect(again.threadId).toBe(first.threadId);
  });

  describe('Embedding options', () => {
    it.each([
      ['script tag', '/embed.js', 'javascript'],
      ['iframe', '', 'text/html'],
    ])('%s', async (_option, path, type) => {
      const response = await fetch(`${world.server.url}${path || `/chat/${chat.slug}`}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain(type);
    });
    it('custom domain: is stored with the token for its verification', async () => {
      const made = await makeChat(world, { custom_domains: [`chat-${process.pid}.example.com`] });
      expect(made).toMatchObject({
        custom_domains: [`chat-${process.pid}.example.com`],
        domain_token: expect.any(String),
      });
    });
  });
});
