import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { authenticate as authenticateCaller, type PeoplePlatform } from '../../features/people/index.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/http/admit-origin.ts';
import { readKeyHeader } from '../../platform/http/read-key-header.ts';
import { refuseForeignPage } from '../../platform/http/same-origin.ts';
import { limitCaller, limitStranger } from '../../platform/http/limits.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from './socket-address.ts';
import { parseSent } from './refuse-socket.ts';

/** `token` is another name for the key. Without a key the session cookie is used, for the workspace that is named. */
const Auth = z.object({
  api_key: z.string().optional(),
  token: z.string().optional(),
  workspace: z.string().max(200).optional(),
});

/**
 * Authenticates by the key in `auth`, by one in the handshake's headers, or by the session cookie. Throws the same errors
 * as a request: 404 for `path` if a page of another origin uses a key, and 403 if it has the cookie.
 */
export async function authenticateSocket(platform: PeoplePlatform, socket: Socket, path: string): Promise<Caller> {
  try {
    const { headers } = socket.handshake;
    const { api_key: apiKey, token, workspace } = parseSent('auth', Auth, socket.handshake.auth);
    const key = apiKey ?? token ?? readKeyHeader(headers);
    refuseForeignOrigin(platform, headers, { path, hasCookie: key === undefined && headers.cookie !== undefined });
    const { refusal, workspaceId, ...caller } = await authenticateCaller(platform, {
      headers,
      key,
      workspace,
      isGuarded: true,
    });
    await limitCaller(platform, { ...caller, workspaceId }, undefined);
    if (refusal !== undefined) throw refusal;
    if (workspaceId === null) throw notFound('workspace', workspace ?? '');
    return { ...caller, workspaceId };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      await limitStranger(platform, { ip: addressOf(platform, socket.handshake) }, undefined);
    }
    throw error;
  }
}

/**
 * Browsers of other origins may not use the versioned API unless CORS_ORIGINS lists their origin
 * (docs/reference/streams.md#sockets): 404, and 403 with the session cookie.
 */
function refuseForeignOrigin(
  platform: Platform,
  headers: IncomingHttpHeaders,
  { path, hasCookie }: { path: string; hasCookie: boolean },
): void {
  const { origin } = headers;
  if (origin === undefined || isOwnOrigin({ platform, origin, headers })) return;
  if (platform.config.corsOrigins.includes(origin)) return;
  // Its own check trusts Sec-Fetch-Site, which no page can set; here the Origin is known to be foreign.
  if (hasCookie) refuseForeignPage(platform, { ...headers, 'sec-fetch-site': undefined });
  throw new ApiError('resource_not_found', 'Path not found.', { resource: 'path', id: path });
}
