import compression from 'compression';
import type { Express } from 'express';
import { findChatPage } from '../../features/chat-interfaces/index.ts';
import { framingOfFormInterface } from '../../features/form-interfaces/index.ts';
import { readOnlyRoute } from '../../platform/http/refuse-method.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountAssets } from './assets.ts';
import { mountDocs } from './docs.ts';
import { mountInterfacePages } from './interface-pages.ts';
import { sendPage } from './html-page.ts';
import { demoForm, demoChat } from '../demo/demo-content.ts';

const personaPage = new URL('../../../../persona-app/dist/index.html', import.meta.url);
const startPage = new URL('../../../pages/start.html', import.meta.url);
const consolePage = new URL('../../../../console/dist/index.html', import.meta.url);

/**
 * The pages that people open, the loader and the built assets, compressed with Brotli or gzip. Streams are not served
 * here.
 */
export function mountPages(app: Express, platform: Platform): void {
  const squeeze = compression({ threshold: 500 });
  app.use(['/assets', '/console', '/docs', '/chat', '/forms', '/personas', '/embed.js', '/v1/embed.js'], squeeze);
  app.get(['/', /^\/embed-.+\.js$/], squeeze);
  mountAssets(app);
  mountInterfacePages(app, platform);
  mountPersonaPage(app);
  mountConsolePage(app);
  mountStartPage(app, platform);
  mountDocs(app, platform);
}

/** Serves the console: one page for every address below /console. Nobody may frame it; it shows the chat and form pages in frames. */
function mountConsolePage(app: Express): void {
  readOnlyRoute(app, '/console{/*path}').get(async (_request, response) => {
    await sendPage(response, consolePage, {
      frameAncestors: "'none'",
      policy: { 'form-action': "'none'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" },
    });
  });
}

/**
 * The start page: the live widget, the form, the snippet to paste, a first API call, and how to connect a real model.
 * Without the demo that it shows, the console is the start.
 */
function mountStartPage(app: Express, platform: Platform): void {
  readOnlyRoute(app, '/').get(async (_request, response) => {
    const chat = await findChatPage(platform, demoChat.slug);
    const form = await framingOfFormInterface(platform, demoForm.slug);
    if (chat === undefined || form === undefined) {
      response.redirect('/console');
      return;
    }
    await sendPage(response, startPage, {
      values: {
        origin: platform.publicUrl,
        chat: demoChat.slug,
        form: demoForm.slug,
        model: platform.models.defaultModel,
        modelState: platform.models.builtin ? 'builtin' : 'connected',
      },
    });
  });
}

/**
 * Serves the page of a persona's task. It is the same for every id and does no look-up: the token of the link is in the
 * fragment, which is not part of the request, and the page sends it to the API. No site may frame it, because it has
 * buttons that approve actions.
 */
function mountPersonaPage(app: Express): void {
  readOnlyRoute(app, '/personas/instances/:id').get(async (_request, response) => {
    await sendPage(response, personaPage, {
      frameAncestors: "'none'",
      policy: { 'form-action': "'none'", 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" },
    });
  });
}
