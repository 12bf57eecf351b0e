import type { Express } from 'express';
import { sendPage } from './html-page.ts';

const page = new URL('../../../../console/dist/index.html', import.meta.url);

/** Serves the console: one page for every address below /console. Nobody may frame it; it shows the chat and form pages in frames. */
export function mountConsolePage(app: Express): void {
  app.get(['/console', '/console/{*path}'], async (_request, response) => {
    await sendPage(response, page, {
      frameAncestors: "'none'",
      policy: { 'form-action': "'none'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" },
    });
  });
}
