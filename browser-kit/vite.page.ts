import type { PluginOption, UserConfig } from 'vite';
import { retryChunks } from './vite.retry-chunks.ts';

interface PageOptions {
  readonly root: string;
  /** Where the server mounts `dist/assets`; the name of every file contains its hash, so it can be cached forever. */
  readonly mount: string;
  readonly plugins: readonly PluginOption[];
}

/** How a page that the server renders with a nonce is built: the forms, the task of a persona, the console. */
export function configurePage({ root, mount, plugins }: PageOptions) {
  return {
    root,
    base: mount,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // The server replaces this with a new nonce in every response; the preload helper reads it from the page.
    html: { cspNonce: '{{nonce}}' },
    plugins: [...plugins, retryChunks()],
    build: {
      outDir: 'dist',
      // For the byte budget of `npm run check`.
      manifest: true,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // Inlined assets would be data: addresses, and the covers of forms should be cached separately from the code.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    experimental: {
      renderBuiltUrl: (fileName) => mount + fileName.replace(/^assets\//, ''),
    },
  } satisfies UserConfig;
}
