import type { Request, Response } from 'express';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';
import { ApiError } from '../../platform/errors.ts';
import { choosePageLanguage } from '../../platform/http/choose-page-language.ts';
import { sendError } from '../../platform/http/send-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { isolatedFrame, sendPage } from './html-page.ts';
import { wantsPage } from './wants-page.ts';

const template = new URL('../../../pages/not-found.html', import.meta.url);

/** The kind of page that the unknown address would have had. */
type NotFoundSubject = 'path' | 'chat' | 'file';

/**
 * Sends a 404 as a page in the browser's language. `frameAncestors` lists who may frame it; only this server by
 * default.
 */
export async function sendNotFoundPage(
  request: Request,
  response: Response,
  subject: NotFoundSubject,
  frameAncestors?: string,
): Promise<void> {
  if (frameAncestors !== undefined) response.set(isolatedFrame);
  const { language, direction, texts } = choosePageLanguage(request, textsByLanguage);
  const { title, home } = texts.notFound;
  await sendPage(response.status(404), template, {
    values: { language, direction, title, text: texts.notFound[subject] },
    // A page inside of somebody's site must not lead to the start page of this server.
    html: {
      home: frameAncestors === undefined ? `<p class="actions"><a class="primary" href="/">${home}</a></p>` : '',
    },
    ...(frameAncestors === undefined ? {} : { frameAncestors }),
  });
}

/** Sends an error. If a browser opened the address by navigation, a 404 is a page; programs get JSON. */
export function errorSender(platform: Platform, subject: NotFoundSubject) {
  return async (request: Request, response: Response, error: unknown): Promise<void> => {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (!response.headersSent) response.vary('Accept');
    if (isMissing && !response.headersSent && wantsPage(request)) await sendNotFoundPage(request, response, subject);
    else sendError(response, 'versioned', error, platform);
  };
}
