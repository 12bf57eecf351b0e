import { defineConfig } from 'vite';
import { prepareMarked } from '../browser-kit/vite.marked.ts';
import { retryChunks } from '../browser-kit/vite.retry-chunks.ts';

/** Where the server mounts `dist/assets`; the name of every file contains its hash, so it can be cached forever. */
const mount = '/assets/persona/';

export default defineConfig({
  root: import.meta.dirname,
  base: mount,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The server replaces this with a new nonce in every response; the preload helper reads it from the page.
  html: { cspNonce: '{{nonce}}' },
  plugins: [prepareMarked({ hasPauses: false }), retryChunks()],
  build: {
    outDir: 'dist',
    // For the byte budget of `npm run check`.
    manifest: true,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  experimental: {
    renderBuiltUrl: (fileName) => mount + fileName.replace(/^assets\//, ''),
  },
});
