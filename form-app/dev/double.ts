import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { FormSubmissionRequest, SubmissionQuery } from '@portico/shared-types/api/public-forms';
import { answerData, answerError, readBody } from './answer.ts';
import { review } from './answers.ts';
import { forms } from './forms.ts';
import { type DoubleSubmission, type LoggedEvent, startSubmission } from './submissions.ts';
import { receiveMultipart, receiveTus, uploads } from './uploads.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface DoubleOptions {
  dist: string;
  /** Milliseconds a step of a submission takes. */
  pace: number;
}

/**
 * A test double of the server: the built page under its strict policy, and the public form endpoints
 * (docs/reference/public-forms.md#endpoints) in memory.
 */
export function createDouble({ dist, pace }: DoubleOptions): Server {
  const submissions = new Map<string, DoubleSubmission>();

  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) answerError(response, 500, 'internal_error', String(error), {});
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://double');
    const [, first, second, third] = pathname.split('/');
    if (first === 'assets' && second === 'forms') return sendAsset(response, third ?? '');
    if (first === 'forms') return sendPage(response);
    if (pathname === '/host') return sendHost(response);
    if (first === 'files') return sendFile(response, second ?? '');
    const match = /^\/api\/public\/form-interfaces\/([^/]+)(\/.*)?$/.exec(pathname);
    if (match === null) return answerError(response, 404, 'resource_not_found', 'No such page.', {});
    return handleForm(request, response, decodeURIComponent(match[1] ?? ''), match[2] ?? '');
  }

  async function handleForm(
    request: IncomingMessage,
    response: ServerResponse,
    slug: string,
    rest: string,
  ): Promise<void> {
    const form = forms[slug];
    if (form === undefined) return answerError(response, 404, 'resource_not_found', 'No such form.', {});
    if (rest === '') return answerData(response, 200, form);
    if (rest === '/upload') return receiveMultipart(request, response, slug);
    if (rest.startsWith('/uploads')) return receiveTus(request, response, slug, rest.split('/')[2] ?? null);
    if (rest === '/submissions') return submit(request, response, slug);
    const [, , id = '', verb] = rest.split('/');
    const submission = submissions.get(id);
    if (submission === undefined) return answerError(response, 404, 'resource_not_found', 'No such submission.', {});
    if (verb === undefined) return answerData(response, 200, submission.record);
    if (verb === 'events') return stream(request, response, slug, submission);
    return answerQuestion(request, response, submission);
  }

  async function submit(request: IncomingMessage, response: ServerResponse, slug: string): Promise<void> {
    const parsed = FormSubmissionRequest.safeParse(JSON.parse((await readBody(request)).toString()));
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path, message }) => ({
        path: `body.${path.join('.')}`,
        message,
        code: 'invalid',
      }));
      return answerError(response, 400, 'validation_error', 'The request is invalid.', { fields });
    }
    if (slug === 'capped') {
      const details = { retry_after: 6 * 3600, limit: 100, window: 'day', reason: 'daily_limit' };
      return answerError(response, 429, 'rate_limit_exceeded', 'Too many requests.', details);
    }
    if (slug === 'limited') {
      return answerError(response, 429, 'rate_limit_exceeded', 'Too many submissions.', {
        retry_after: 5,
        limit: 10,
        window: 'minute',
      });
    }
    if (parsed.data.message === 'refuse me') {
      const fields = [{ path: 'body.message', message: 'The server does not like this message.', code: 'invalid' }];
      return answerError(response, 400, 'validation_error', 'The request is invalid.', { fields });
    }
    const files = parsed.data.files.flatMap((ref) => {
      const upload = uploads.get(ref);
      if (upload === undefined) return [];
      const { fileRef: _, bytes: __, ...file } = upload;
      return [file];
    });
    const started = startSubmission(slug, parsed.data, files, slug === 'no-stream' ? pace * 6 : pace);
    submissions.set(started.record.id, started);
    return answerData(response, 202, started.record);
  }

  async function answerQuestion(
    request: IncomingMessage,
    response: ServerResponse,
    { record }: DoubleSubmission,
  ): Promise<void> {
    const { query, topK } = SubmissionQuery.parse(JSON.parse((await readBody(request)).toString()));
    if (query.includes('nothing')) return answerData(response, 200, { results: [], query, topK });
    const sources = [
      ...record.files.map(({ fileName }) => ({ kind: 'file', name: fileName })),
      ...record.urls.map((url) => ({ kind: 'url', url })),
    ];
    const results = sources.map((source, index) => ({
      id: `chk_${index}`,
      content:
        index === 0
          ? `4.2 Renewal. The agreement renews for twelve months unless notice of termination reaches the provider ninety days before. ${review.slice(0, 500)}`
          : 'Prices may rise once a year by no more than inflation.',
      source,
      score: 0.82 - index * 0.17,
    }));
    const partial = query.includes('soon') ? { partial: true } : {};
    return answerData(response, 200, { results, query, topK, ...partial });
  }

  async function sendAsset(response: ServerResponse, name: string): Promise<void> {
    const bytes = await readFile(join(dist, 'assets', normalize(name)));
    response
      .writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .end(bytes);
  }

  /** The policy of docs/forms.md, so that a page that needs more shows it here. */
  async function sendPage(response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    const html = (await readFile(join(dist, 'index.html'), 'utf8')).replaceAll('{{nonce}}', nonce);
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "img-src 'self' https: blob: data:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors *',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ];
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') })
      .end(html);
  }

  async function sendHost(response: ServerResponse): Promise<void> {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(await readFile(new URL('host.html', import.meta.url)));
  }

  function sendFile(response: ServerResponse, ref: string): void {
    const file = uploads.get(ref);
    if (file === undefined) return answerError(response, 404, 'resource_not_found', 'No such file.', {});
    response.writeHead(200, { 'content-type': file.mimeType, 'x-content-type-options': 'nosniff' }).end(file.bytes);
  }
}

/** The log from Last-Event-ID on, then live. `cut-stream` breaks every eight events, `no-stream` gives none at all. */
function stream(
  request: IncomingMessage,
  response: ServerResponse,
  slug: string,
  { record, log, changed }: DoubleSubmission,
): void {
  if (slug === 'no-stream') return answerError(response, 503, 'service_unavailable', 'No streams.', { retry_after: 1 });
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' });
  const connected = { submission_id: record.id, timestamp: new Date().toISOString() };
  response.write(`retry: 2000\nevent: connected\ndata: ${JSON.stringify(connected)}\n\n`);
  let sent = 0;
  const send = ({ id, name, data }: LoggedEvent) => {
    response.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    sent += 1;
    if (name === 'submission:completed' || name === 'submission:failed') response.end();
    else if (slug === 'cut-stream' && sent % 8 === 0) response.destroy();
  };
  const last = Number(request.headers['last-event-id'] ?? 0);
  for (const event of log.slice(last)) if (!response.destroyed) send(event);
  changed.on('event', send);
  response.on('close', () => changed.off('event', send));
}
