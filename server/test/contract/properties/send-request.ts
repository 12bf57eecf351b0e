import type { FuzzRequest } from './request-of.ts';

/** The response, as far as it was read. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body's JSON, the events of a stream that came within a moment, or its text. */
  readonly body: unknown;
}

/** A stream doesn't end by itself; only its first events are checked. */
const streamMs = 250;

/** Sends a request with the key or token that its operation requires, and reads the response. */
export async function sendRequest(url: string, request: FuzzRequest, key: Record<string, string>): Promise<FuzzAnswer> {
  const { method, path, body } = request;
  const headers = new Headers(key);
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, encodeHeader(value));
  const stop = new AbortController();
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    signal: stop.signal,
    body: body === null ? null : 'text' in body ? withType(headers, body.text) : toForm(headers, body),
  });
  const type = response.headers.get('content-type') ?? '';
  const answer = { status: response.status, headers: response.headers };
  if (type.startsWith('text/event-stream')) {
    const timer = setTimeout(() => stop.abort(), streamMs);
    const text = await readUntilAbort(response);
    clearTimeout(timer);
    stop.abort();
    return { ...answer, body: parseEvents(text) };
  }
  const text = await response.text();
  // JSON Lines are not JSON, and an empty list of them is an empty text.
  return { ...answer, body: /^application\/([\w.-]+\+)?json\b/.test(type) ? JSON.parse(text) : text };
}

/** A header carries bytes; fetch refuses what isn't Latin-1. */
function encodeHeader(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

function withType(headers: Headers, text: string): string {
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return text;
}

function toForm(headers: Headers, { fields, file }: Exclude<FuzzRequest['body'], null | { text: string }>): FormData {
  // fetch chooses the boundary.
  headers.delete('content-type');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (file !== null) form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  return form;
}

async function readUntilAbort(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  return text;
}

function parseEvents(text: string): unknown[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const id = /^id: (.*)$/m.exec(block)?.[1];
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event === undefined || data === undefined) return [];
      return [{ ...(id === undefined ? {} : { id: Number(id) }), event, data: JSON.parse(data) as unknown }];
    });
}
