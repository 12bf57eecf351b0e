import type { Express } from 'express';
import { sendPage } from './html-page.ts';

const template = new URL('../../../pages/persona-run.html', import.meta.url);

/**
 * Serves the page of a persona's task. It is the same for every id and looks nothing up: the token of the link stands in
 * the fragment, which comes with no request, and the page's script shows it to the API. Nobody may frame it, as what it
 * has are buttons that approve.
 */
export function mountPersonaPage(app: Express): void {
  app.get('/personas/instances/:id', async (request, response) => {
    await sendPage(response, template, { values: { instance: request.params.id }, frameAncestors: "'none'" });
  });
}
