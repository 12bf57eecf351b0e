import { defineConfig } from 'vite';
import { prepareMarked } from '../browser-kit/vite.marked.ts';
import { prepareSignals } from '../browser-kit/vite.signals.ts';
import { css } from './vite.config.ts';

/**
 * The npm package: ES modules for a page's own bundler. They contain Preact, its signals and marked: in an app with
 * another version of Preact, npm would install signals that work with the app's, and not with the widget's, and marked
 * has options that the app may set for itself.
 */
export default defineConfig({
  publicDir: false,
  css,
  plugins: [prepareMarked({ hasPauses: false }), prepareSignals()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    outDir: 'dist/package',
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    lib: {
      entry: { index: 'src/index.ts', react: 'src/react.tsx', headless: 'src/headless.ts', frame: 'src/frame.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(?:react|react-dom|socket\.io-client)(?:\/|$)/,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
