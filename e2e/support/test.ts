import { test as base } from '@playwright/test';
import { makeChat, type ChatSettings, type TestChat } from './chat-interfaces.ts';
import { waitForGuides } from './demo.ts';
import { writeEmbedPage, type EmbedPage } from './embed-page.ts';
import { serveHostPages, type HostPages } from './host-pages.ts';
import { startModel, type Model } from './model.ts';
import { startNameServer, type NameServer } from './name-server.ts';
import { startServer, type RunningServer } from './server.ts';
import { serveUseChatApp, type UseChatApp } from './use-chat-app.ts';
import { openChat } from './widget.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = {
  serverModel: Model;
  nameServer: NameServer;
  portico: RunningServer;
  hostPages: HostPages;
  /** A React app with the `useChat` of the AI SDK. */
  useChatApp: UseChatApp;
};

type TestFixtures = {
  /** The model behind the interfaces that `newChat` creates. */
  model: Model;
  /** Creates a chat interface for the test. */
  newChat: (settings?: ChatSettings) => Promise<TestChat>;
  /** Puts a page on the other site that embeds a chat by the script tag, and returns its address. */
  embed: (chat: TestChat | null, page?: EmbedPage, headers?: Record<string, string>) => string;
  /** Creates a chat interface, opens a page that embeds it, and opens its panel. */
  visitChat: (settings?: ChatSettings, page?: EmbedPage, headers?: Record<string, string>) => Promise<TestChat>;
};

/** `test.use(moving)`: animations run, as for most visitors; otherwise motion is reduced, which spares the browser. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const;

let pages = 0;

/**
 * Playwright's test with the real server, a model whose replies the test controls, and a site of another origin; each
 * worker has its own. The demo keeps its built-in model.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverModel: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const model = await startModel();
      await use(model);
      await model.stop();
    },
    { scope: 'worker' },
  ],
  nameServer: [
    // eslint-disable-next-line no-empty-pattern -- As above.
    async ({}, use) => {
      const names = await startNameServer();
      await use(names);
      await names.stop();
    },
    { scope: 'worker' },
  ],
  portico: [
    async ({ serverModel, nameServer }, use) => {
      const server = await startServer({
        OPENAI_BASE_URL: serverModel.url,
        DEFAULT_MODEL: 'portico-extractive',
        NODE_OPTIONS: nameServer.nodeOptions,
        // Pages that a form reads are served by the tests themselves.
        OUTBOUND_ALLOW: '127.0.0.1/32',
      });
      await waitForGuides(server);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  hostPages: [
    async ({ portico }, use) => {
      const site = await serveHostPages(portico.url);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  // Here, and not in its spec: Playwright starts another worker, with its server and browser, for other worker fixtures.
  useChatApp: [
    async ({ portico }, use) => {
      const app = await serveUseChatApp(portico.url);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  model: async ({ serverModel }, use) => {
    await use(serverModel);
    serverModel.reset();
  },
  newChat: async ({ portico, model }, use) => {
    await use((settings) => makeChat(portico, model.name, settings));
  },
  embed: async ({ hostPages }, use) => {
    await use((chat, page = {}, headers = {}) => {
      pages += 1;
      const script = page.script === null ? null : { ...(chat === null ? {} : { chat: chat.slug }), ...page.script };
      return hostPages.add(`site-${pages}.html`, writeEmbedPage({ ...page, script }), headers);
    });
  },
  visitChat: async ({ page, newChat, embed }, use) => {
    await use(async (settings, site, headers) => {
      const chat = await newChat(settings);
      await page.goto(embed(chat, site, headers));
      await openChat(page);
      return chat;
    });
  },
});
