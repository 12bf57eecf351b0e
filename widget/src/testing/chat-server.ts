import { vi } from 'vitest';
import type { Face } from '../face.ts';

/** A public configuration for tests; `behaviour` and the like override it. */
export function makeFace(
  change: { behaviour?: Partial<Face['behaviour']>; consent?: Partial<Face['consent']> } = {},
): Face {
  return {
    slug: 'demo',
    name: 'Demo',
    branding: {
      primaryColor: '#4f46e5',
      backgroundColor: null,
      textColor: null,
      fontFamily: null,
      borderRadius: 16,
      logoUrl: null,
      iconUrl: null,
      cover: { type: 'none', value: null },
      theme: 'auto',
      position: 'right',
      zIndex: null,
    },
    behaviour: {
      title: 'Demo',
      subtitle: null,
      welcomeMessage: null,
      placeholder: null,
      suggestedPrompts: [],
      showCitations: true,
      showToolCalls: true,
      showBranding: true,
      persistence: 'local',
      sessionTimeoutMinutes: 1440,
      idleTimeoutMinutes: null,
      launcher: { label: null, delayMs: null, proactiveMessage: null },
      ...change.behaviour,
    },
    locale: 'en',
    uploads: { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: ['pdf'] },
    consent: { required: false, text: null, privacyUrl: null, ...change.consent },
  };
}

export interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
  headers: Headers;
}

const json = (status: number, data: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(data), { status, headers });

export const refuse = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details: object = {},
): Response => json(status, { error: { code, message: code, details } }, headers);

/**
 * Replaces the server behind `fetch`: sessions are numbered, `answers` are used up one call after the other (undefined
 * means the default response), and `send` puts an event into the newest event stream.
 */
export function createChatServer(face: Face) {
  const calls: Call[] = [];
  const server = {
    calls,
    face,
    answers: [] as (() => Response | Promise<Response> | undefined)[],
    stored: [] as object[],
    /** The visitor's conversations from other devices. */
    past: [] as object[] | Promise<object[]>,
    /** Remaining lifetime of a session; the default is a whole day. */
    lifeMs: 86_400_000,
    posts: (path: RegExp) => calls.filter((call) => call.method === 'POST' && path.test(call.path)),
    /** No request reaches it. */
    isAway: false,
    send: (_id: number, _event: string, _data: object): void => {},
    /** Breaks the newest event stream. */
    cut: (): void => {},
  };

  function openEvents(): Response {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        server.send = (id, event, data) => {
          const text = `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
          controller.enqueue(new TextEncoder().encode(text));
        };
        server.cut = () => controller.error(new TypeError('network'));
      },
    });
    return new Response(stream);
  }

  function answer(url: string, init: RequestInit = {}): Response | Promise<Response> {
    const path = new URL(url).pathname.replace(/^.*\/chat-interfaces\/[^/]+/, '');
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    calls.push({ method: init.method ?? 'GET', path, body, headers: new Headers(init.headers) });
    if (path === '') return json(200, { data: server.face });
    if (path.endsWith('/events')) return openEvents();
    if (path.endsWith('/conversations')) return Promise.resolve(server.past).then((data) => json(200, { data }));
    // Handled separately, so that it uses up none of the responses that a test has prepared for other calls.
    if (init.method === 'PATCH') return json(200, { data: makeSession(Number(path.split('_').at(1))) });
    const special = server.answers.shift()?.();
    if (special) return special;
    if (path === '/sessions') {
      const isResumed = body['resume'] === 'tok_1';
      const number = isResumed ? 1 : calls.filter((call) => call.path === '/sessions').length;
      const messages = isResumed ? server.stored : [];
      const data = { ...makeSession(number), token: `tok_${number}`, messages, interface: server.face };
      return json(201, { data });
    }
    if ((init.method ?? 'GET') === 'GET') {
      return json(200, {
        data: path.endsWith('/messages') ? server.stored : makeSession(Number(path.split('_').at(1))),
      });
    }
    return json(200, { data: {} });
  }

  const makeSession = (number: number) => ({
    id: `ses_${number}`,
    visitorId: 'vis_1',
    threadId: `thr_${number}`,
    status: 'active',
    expiresAt: new Date(Date.now() + server.lifeMs).toISOString(),
  });

  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    await Promise.resolve();
    const response = server.isAway ? Response.error() : await answer(url, init);
    if (response.type === 'error') throw new TypeError('network');
    return response;
  });
  return server;
}
export type ChatServer = ReturnType<typeof createChatServer>;
