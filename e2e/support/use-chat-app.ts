import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { readExamples } from './guide-examples.ts';
import { serveFolder } from './serve-folder.ts';

const root = join(import.meta.dirname, '../use-chat-app');

export type UseChatApp = {
  /** The address of the app for the chat interface of this slug. */
  url: (slug: string) => string;
  stop: () => Promise<void>;
};

/**
 * Builds a React app around the component of docs/ai-sdk.md with the real `@ai-sdk/react`, and serves it from another
 * origin than `portico`. In the guide's text, the address is replaced, and so is the comment for the reader's own
 * output.
 */
export async function serveUseChatApp(portico: string): Promise<UseChatApp> {
  const guide = readExamples('ai-sdk').find(({ language }) => language === 'jsx')?.text ?? '';
  const component = guide
    .replace("'https://portico.example.com/api/public/chat-interfaces/help/sessions'", 'globalThis.sessions')
    .replace('  // …', '  return <View {...chat} retry={retry} />;');
  if (!component.includes('globalThis.sessions') || !component.includes('<View'))
    throw new Error('the guide has changed');
  const folder = mkdtempSync(join(tmpdir(), 'portico-use-chat-'));
  // The page's script: the guide's text, with imports before it and a call that starts it after it.
  const entry = join(root, 'main.jsx');
  const script = `import { start } from './start.tsx';
import { View } from './view.tsx';
${component}
void start(Chat, openSession, readMessages);`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: './',
    // One React for the app and the AI SDK.
    resolve: { dedupe: ['react', 'react-dom'] },
    plugins: [
      {
        name: 'guide',
        enforce: 'pre',
        resolveId: (source) => (source === entry ? entry : undefined),
        load: (id) => (id === entry ? script : undefined),
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: { input: [entry], output: { entryFileNames: '[name].js' } },
    },
  });
  const pages: Record<string, string> = {};
  const site = await serveFolder(folder, pages);
  return {
    url: (slug) => {
      const sessions = `${portico}/api/public/chat-interfaces/${slug}/sessions`;
      pages[`${slug}.html`] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
        <script>globalThis.sessions = ${JSON.stringify(sessions)}</script>
        <script type="module" src="./main.js"></script></html>`;
      return `${site.url}/${slug}.html`;
    },
    stop: async () => {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
