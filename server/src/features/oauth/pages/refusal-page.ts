import type { Request, Response } from 'express';
import { ApiError } from '../../../platform/errors.ts';
import type { OAuthError } from '../oauth-error.ts';
import { escape, type SendPage, sendHtml } from './send-html.ts';
import type { RefusalReason, Texts as PageTexts } from '@portico/shared-types/languages/en/consent';

/** Reports why nothing can be allowed. `signInAt` is where a person whose session has ended continues. */
export async function sendRefusalPage(
  send: SendPage,
  request: Request,
  response: Response,
  error: OAuthError | ApiError,
  signInAt: string,
): Promise<void> {
  const reason = reasonOf(error);
  await sendHtml(send, request, response.status(error.status), ({ texts }) => ({
    title: texts.refusedTitle,
    body: `
      ${describe(texts, reason, error)}
      <p class="actions">${
        reason === 'signedOut'
          ? `<a class="primary" href="${escape(signInAt)}">${escape(texts.signIn)}</a>`
          : `<a class="secondary" href="/console">${escape(texts.toConsole)}</a>`
      }</p>`,
  }));
}

function reasonOf(error: OAuthError | ApiError): RefusalReason | undefined {
  if (error instanceof ApiError) return error.code === 'rate_limit_exceeded' ? 'tooMany' : undefined;
  return error.reason ?? 'incomplete';
}

/**
 * An error without a translated text is for the operator, for example about PUBLIC_URL, and the details of an incomplete
 * request are for the app's developer.
 */
function describe(texts: PageTexts, reason: RefusalReason | undefined, error: Error): string {
  const details = `<p lang="en" dir="ltr">${escape(error.message)}</p>`;
  if (reason === undefined) return details;
  return `<p>${escape(texts.refusals[reason])}</p>${reason === 'incomplete' ? details : ''}`;
}
