import { z } from 'zod';
import { RawAnswer } from '../../platform/http/route.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../threads/index.ts';

const { mcpRoute } = routesOn<ThreadsPlatform>();

const tag = 'MCP';

/** There is no stream to open and no session to end: every request is independent. */
const refuse = async (): Promise<RawAnswer> =>
  new RawAnswer(async (response) => {
    const error = { code: -32_000, message: 'Method not allowed.' };
    response.status(405).set('Allow', 'POST').json({ jsonrpc: '2.0', error, id: null });
  });

/** A batch would count as one request; MCP has had none since version 2025-06-18. */
const refuseBatch = (): RawAnswer =>
  new RawAnswer(async (response) => {
    const error = { code: -32_600, message: 'Batches are not supported: send one message in each request.' };
    response.status(400).json({ jsonrpc: '2.0', error, id: null });
  });

export const mcpRoutes = [
  mcpRoute({
    method: 'POST',
    path: '/',
    tag,
    summary: 'Answer an MCP client',
    scopes: [],
    body: z.unknown(),
    handle: async ({ platform, caller, body }) => {
      if (Array.isArray(body)) return refuseBatch();
      // The SDK takes 30 MB of memory, so it is loaded with the first client.
      const { serveMcp } = await import('./serve-mcp.ts');
      return new RawAnswer(async (response) => serveMcp(platform, caller, body, response));
    },
  }),
  mcpRoute({ method: 'GET', path: '/', tag, summary: 'Refuse a stream', scopes: [], handle: refuse }),
  mcpRoute({ method: 'DELETE', path: '/', tag, summary: 'Refuse to end a session', scopes: [], handle: refuse }),
];
