import compression from 'compression';
import type { Express } from 'express';
import type { Platform } from '../../platform/platform.ts';
import { mountAssets } from './assets.ts';
import { mountConsolePage } from './console-page.ts';
import { mountDocs } from './docs.ts';
import { mountInterfacePages } from './interface-pages.ts';
import { mountPersonaPage } from './persona-page.ts';
import { mountStartPage } from './start-page.ts';

/** The pages people open, the loader and the built assets. Brotli or gzip on the way; streams never pass here. */
export function mountPages(app: Express, platform: Platform): void {
  const squeeze = compression({ threshold: 500 });
  app.use(
    ['/assets', '/console', '/docs', '/chat', '/forms', '/personas', '/embed.js', '/v1/embed.js', '/openapi.json'],
    squeeze,
  );
  app.get(['/', /^\/embed-.+\.js$/], squeeze);
  mountAssets(app);
  mountInterfacePages(app, platform);
  mountPersonaPage(app);
  mountConsolePage(app);
  mountStartPage(app, platform);
  mountDocs(app, platform);
}
