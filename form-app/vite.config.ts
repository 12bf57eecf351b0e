import { defineConfig } from 'vite';
import { prepareMarked } from '../browser-kit/vite.marked.ts';

/** Where the server mounts `dist/assets`; every file in it carries its hash, so it can be kept forever. */
const mount = '/assets/forms/';

export default defineConfig({
  root: import.meta.dirname,
  base: mount,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The server puts a fresh nonce in this place on every answer; the preload helper reads it back from the page.
  html: { cspNonce: '{{nonce}}' },
  plugins: [prepareMarked()],
  build: {
    outDir: 'dist',
    // For the byte budget of `npm run check`.
    manifest: true,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Inlined assets would be data: addresses, and the covers should be cached separately from the code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  experimental: {
    renderBuiltUrl: (fileName) => mount + fileName.replace(/^assets\//, ''),
  },
});
