import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attachment, Message } from '../../shared-types/src/api/messages.ts';
import { makeFace } from './face.ts';
import { noFaults } from './faults.ts';
import { serveAsset } from './serve-asset.ts';
import { createId, Thread } from './threads.ts';
import type { LoggedEvent } from './threads.ts';

interface Session {
  id: string;
  token: string;
  visitorId: string;
  thread: Thread;
  isOver: boolean;
}

/**
 * A server with the public chat endpoints (docs/reference/public-chat.md#endpoints) and their events, which keeps
 * everything in memory and fails on demand. It also serves the built loader and widget, so that a page of another
 * origin can embed them.
 */
export function createChatDouble(): Server {
  const faults = noFaults();
  const sessions = new Map<string, Session>();
  const files = new Map<string, Attachment>();
  const requests: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    setCors(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (url.pathname === '/__faults') {
      return sendJson(response, 200, Object.assign(faults, JSON.parse(await readText(request))));
    }
    if (url.pathname === '/__reset') {
      requests.length = 0;
      return sendJson(response, 200, Object.assign(faults, noFaults()));
    }
    if (url.pathname === '/__requests') return sendJson(response, 200, requests);
    const match = /^(?:\/api)?\/public\/chat-interfaces\/([^/]+)(?:\/(.*))?$/.exec(url.pathname);
    if (!match) return serveAsset(url.pathname, response);
    const [, slug = '', path = ''] = match;
    requests.push(`${request.method} /${path.replace(/ses_\w+/, ':id').replace(/msg_\w+/, ':mid')}`);
    if (slug === 'missing') return sendError(response, 404, 'resource_not_found');
    if (path === '') return sendJson(response, 200, makeFace(slug, faults));
    if (path === 'sessions') return openSession(slug, request, response);
    return answerSession(path, request, response, url);
  }

  async function openSession(slug: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    if (faults.consentRequired && body['consent'] !== 'granted') return sendError(response, 400, 'validation_error');
    const earlier = [...sessions.values()].find(({ token, isOver }) => token === body['resume'] && !isOver);
    const session =
      (body['newThread'] === true ? undefined : earlier) ??
      ({
        id: `ses_${randomBytes(16).toString('hex')}`,
        token: randomBytes(24).toString('base64url'),
        visitorId: typeof body['visitorId'] === 'string' ? body['visitorId'] : createId('vis'),
        thread: new Thread(),
        isOver: false,
      } satisfies Session);
    sessions.set(session.id, session);
    const { id, token, visitorId, thread } = session;
    sendJson(response, 201, {
      id,
      token,
      visitorId,
      threadId: thread.id,
      ...life(),
      messages: thread.messages.slice(-50).map(toPublic),
      interface: makeFace(slug, faults),
    });
  }

  async function answerSession(path: string, request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, id = '', rest = '', mid = '', verb = ''] = path.split('/');
    const session = sessions.get(id);
    if (faults.expireSessions > 0 && session) {
      faults.expireSessions -= 1;
      session.isOver = true;
    }
    if (!session || session.isOver || request.headers.authorization !== `Bearer ${session.token}`) {
      return sendError(response, 401, 'invalid_api_key');
    }
    const { thread } = session;
    if (rest === '' && request.method === 'DELETE') {
      sessions.delete(id);
      return sendJson(response, 200, { id, deleted: true });
    }
    if (rest === '' && request.method === 'GET') {
      return sendJson(response, 200, { id, visitorId: session.visitorId, threadId: thread.id, ...life() });
    }
    if (rest === 'events')
      return stream(thread, Number(request.headers['last-event-id'] ?? thread.log.length), response);
    if (rest === 'cancel') {
      thread.cancel();
      return sendJson(response, 200, {});
    }
    if (rest === 'upload') return upload(request, response);
    if (verb === 'feedback') {
      const message = thread.messages.find((one) => one.id === mid);
      if (message) message.feedback = JSON.parse(await readText(request)) as Message['feedback'];
      return sendJson(response, 200, {});
    }
    if (verb === 'regenerate') return regenerate(thread, mid, response);
    if (request.method === 'GET') {
      const named = thread.messages.findIndex((one) => one.id === url.searchParams.get('before'));
      const before = named < 0 ? thread.messages.length : named;
      return sendJson(response, 200, thread.messages.slice(Math.max(0, before - 50), before).map(toPublic));
    }
    return send(thread, request, response);
  }

  async function send(thread: Thread, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (faults.limitSeconds > 0) {
      response.setHeader('retry-after', String(faults.limitSeconds));
      faults.limitSeconds = 0;
      return sendError(response, 429, 'rate_limit_exceeded');
    }
    const body = JSON.parse(await readText(request)) as {
      content: string;
      clientMessageId?: string;
      attachments?: string[];
    };
    const known = thread.messages.some((one) => one.client_message_id === body.clientMessageId);
    if (!known) {
      const attachments = (body.attachments ?? []).flatMap((file) => files.get(file) ?? []);
      thread.reply(thread.add(body.content, body.clientMessageId ?? null, attachments), faults);
    }
    if (faults.dropAnswers > 0) {
      faults.dropAnswers -= 1;
      request.socket.destroy();
      return;
    }
    stream(thread, thread.log.length - 1, response);
  }

  function regenerate(thread: Thread, mid: string, response: ServerResponse): void {
    const at = thread.messages.findIndex((one) => one.id === mid);
    const old = thread.messages[at];
    const asked = thread.messages.slice(0, at).findLast(({ role }) => role === 'user');
    if (!old || !asked) return sendError(response, 404, 'resource_not_found');
    old.replaced_by = 'pending';
    thread.reply(asked, faults);
    stream(thread, thread.log.length, response);
  }

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readBytes(request);
    await sleep(faults.uploadMs);
    const head = bytes.subarray(0, 2_000).toString('utf8');
    const fileName = /filename="([^"]+)"/.exec(head)?.[1] ?? 'file';
    const mimeType = /content-type: (\S+)/i.exec(head)?.[1] ?? 'text/plain';
    const fileId = createId('fil');
    const fileSize = bytes.length;
    files.set(fileId, { file_id: fileId, file_name: fileName, mime_type: mimeType, file_size: fileSize });
    sendJson(response, 201, { fileId, fileName, fileSize, mimeType, downloadUrl: `/files/${fileId}` });
  }

  function stream(thread: Thread, after: number, response: ServerResponse): void {
    const cut = faults.cutAfter.shift() ?? Number.POSITIVE_INFINITY;
    let sent = 0;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' });
    response.write(`retry: 500\nevent: connected\ndata: {"thread_id":"${thread.id}"}\n\n`);
    const write = ({ id, event, data }: LoggedEvent) => {
      if (response.destroyed) return;
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      sent += 1;
      if (sent >= cut) response.destroy();
    };
    for (const logged of thread.log.slice(after)) write(logged);
    thread.on('event', write);
    const ping = setInterval(() => response.write(': ping\n\n'), 15_000);
    response.on('close', () => {
      clearInterval(ping);
      thread.off('event', write);
    });
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendError(response, 500, 'internal_error');
      process.stderr.write(`${String(error)}\n`);
    });
  });
}

const life = () => ({ status: 'active', expiresAt: new Date(Date.now() + 86_400_000).toISOString() });

function setCors(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, last-event-id');
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

function sendJson(response: ServerResponse, status: number, data: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: {} }));
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const error = { code, message: code, details: {} };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error, meta: {} }));
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const readText = async (request: IncomingMessage): Promise<string> =>
  (await readBytes(request)).toString('utf8') || '{}';

function toPublic(message: Message) {
  return {
    id: message.id,
    threadId: message.thread_id,
    role: message.role,
    content: message.status === 'streaming' ? '' : message.content,
    status: message.status,
    toolCalls: message.tool_calls ?? null,
    citations: message.citations.map((one) => ({
      chunkId: one.chunk_id,
      documentId: one.document_id,
      documentName: one.document_name,
      score: one.score,
      quote: one.quote,
    })),
    attachments: message.attachments.map((one) => ({
      fileId: one.file_id,
      fileName: one.file_name,
      mimeType: one.mime_type,
      fileSize: one.file_size,
    })),
    feedback: message.feedback,
    clientMessageId: message.client_message_id,
    replacedBy: message.replaced_by,
    createdAt: message.created_at,
  };
}
