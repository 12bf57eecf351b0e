import type { Express } from 'express';
import { sendPage } from './html-page.ts';

const page = new URL('../../../../persona-app/dist/index.html', import.meta.url);

/**
 * Serves the page of a persona's task. It is the same for every id and does no look-up: the token of the link is in the
 * fragment, which is not part of the request, and the page sends it to the API. No site may frame it, because it has
 * buttons that approve actions.
 */
export function mountPersonaPage(app: Express): void {
  app.get('/personas/instances/:id', async (_request, response) => {
    await sendPage(response, page, {
      frameAncestors: "'none'",
      policy: { 'form-action': "'none'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" },
    });
  });
}
