import type { Pagination } from '@portico/shared-types/envelope';
import { vi } from 'vitest';

interface Reply {
  readonly status?: number;
  readonly data?: unknown;
  /** Of a list; by default, the list is the only page. */
  readonly pagination?: Partial<Pagination>;
  /** Replaces the envelope: a file. */
  readonly file?: BodyInit;
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

type Handler = (sent: Sent) => Reply | Promise<Reply>;

/** A double of the API: responds by "METHOD path", in the envelopes of the real one; records the requests. */
export function startApiDouble(handlers: Readonly<Record<string, Handler | Reply>>) {
  const sent: Sent[] = [];
  const answers = new Map(Object.entries(handlers));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request: Sent = {
      method: init.method ?? 'GET',
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    sent.push(request);
    const found = answers.get(`${request.method} ${path.split('?')[0]}`);
    const reply = typeof found === 'function' ? await found(request) : found;
    return toResponse(reply ?? { status: 404, code: 'resource_not_found', message: `no ${path}` });
  });
  return {
    sent,
    answer: (name: string, handler: Handler | Reply) => void answers.set(name, handler),
  };
}

function toResponse({ status = 200, data, file, code, message, details, headers, ...reply }: Reply): Response {
  if (file !== undefined) return new Response(file, { status, headers: { ...headers } });
  const meta = { request_id: 'req_double', timestamp: '2026-01-01T00:00:00.000Z' };
  const isList = Array.isArray(data);
  const pagination = { page: 1, per_page: 20, total_pages: 1, has_next: false, has_prev: false, ...reply.pagination };
  const body =
    status < 400
      ? { data, meta, ...(isList ? { pagination: { total_count: data.length, ...pagination } } : {}) }
      : { error: { code: code ?? 'internal_error', message: message ?? '', details: details ?? {} }, meta };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

export const ownerMe = {
  user: { id: 'usr_1', email: 'mara@harbor.example', name: 'Mara Lindqvist', avatar_url: null },
  member_id: 'mem_1',
  role: 'owner',
  scopes: ['agents:read', 'knowledge-bases:read', 'interfaces:read', 'interfaces:write'],
  workspace: { id: 'default', name: 'Harbor Office' },
  workspaces: [{ id: 'default', name: 'Harbor Office' }],
};
