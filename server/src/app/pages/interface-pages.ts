import type { Express, Request, Response } from 'express';
import { findChatPage, findChatSlugOfHost } from '../../features/chat-interfaces/index.ts';
import { framingOfFormInterface } from '../../features/form-interfaces/index.ts';
import { limitGuess } from '../../platform/http/limits.ts';
import { readOnlyRoute } from '../../platform/http/refuse-method.ts';
import { sendError } from '../../platform/http/send-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { isStorableText } from '../../platform/storable-text.ts';
import { isolatedFrame, sendPage } from './html-page.ts';
import { sendNotFoundPage } from './not-found-page.ts';

const chatPage = new URL('../../../../widget/dist/chat.html', import.meta.url);
const formPage = new URL('../../../../form-app/dist/index.html', import.meta.url);

/** Serves the full-page chat and the form app. The interface's allowed origins decide which sites may frame them. */
export function mountInterfacePages(app: Express, platform: Platform): void {
  const ownHost = new URL(platform.publicUrl).host;
  // A custom domain shows its chat at `/`, where our own domain has the start page
  // (docs/reference/chat-interfaces.md#custom-domains).
  readOnlyRoute(app, '/').get(async (request, response, next) => {
    const { host = ownHost } = request.headers;
    const slug = host === ownHost ? undefined : await findChatSlugOfHost(platform, host);
    if (slug === undefined) next();
    else await sendChat(request, response, await findChatPage(platform, slug), slug);
  });
  readOnlyRoute(app, '/chat/:slug').get(async (request, response) => {
    const { slug } = request.params;
    const found = isStorableText(slug) ? await findChatPage(platform, slug) : undefined;
    if (found === undefined && (await isGuessingTooMuch(platform, request, response))) return;
    await sendChat(request, response, found, slug);
  });
  readOnlyRoute(app, '/forms/:slug{/s/:submission}').get(async (request, response) => {
    const { slug } = request.params;
    const framing = isStorableText(slug) ? await framingOfFormInterface(platform, slug) : undefined;
    if (framing === undefined && (await isGuessingTooMuch(platform, request, response))) return;
    await send(response, formPage, framing, {});
  });
}

type ChatPage = NonNullable<Awaited<ReturnType<typeof findChatPage>>>;

/**
 * The page has the interface's title before its code runs, also for programs that show a link to it. An unknown or paused
 * chat has a page that says so.
 */
async function sendChat(
  request: Request,
  response: Response,
  found: ChatPage | undefined,
  slug: string,
): Promise<void> {
  if (found === undefined) await sendNotFoundPage(request, response, 'chat', '*');
  else await send(response, chatPage, found.allowedOrigins, { slug, title: found.title });
}

/**
 * An unknown slug counts against the same limit as in the public API; beyond the limit the response is the API's 429.
 */
async function isGuessingTooMuch(platform: Platform, request: Request, response: Response): Promise<boolean> {
  try {
    await limitGuess(platform, request, response);
    return false;
  } catch (error) {
    sendError(response, 'public', error, platform);
    return true;
  }
}

/**
 * `allowedOrigins` is undefined for an unknown or paused form: the response is a 404 with the form app, which shows the
 * message.
 */
async function send(
  response: Response,
  page: URL,
  allowedOrigins: readonly string[] | undefined,
  values: Record<string, string>,
): Promise<void> {
  if (allowedOrigins === undefined) response.status(404);
  response.set(isolatedFrame);
  const everyone = allowedOrigins === undefined || allowedOrigins.length === 0;
  await sendPage(response, page, {
    values,
    frameAncestors: everyone ? '*' : ["'self'", ...allowedOrigins].join(' '),
    // Both pages create markup only through their sanitiser.
    policy: { 'form-action': "'none'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" },
  });
}
