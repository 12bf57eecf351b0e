import { defineConfig } from 'vite';
import { css } from './vite.config.ts';

/** The npm package: ES modules for a page's own bundler; the dependencies of package.json stay external. */
export default defineConfig({
  publicDir: false,
  css,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    outDir: 'dist/package',
    reportCompressedSize: false,
    lib: {
      entry: { index: 'src/index.ts', react: 'src/react.tsx', headless: 'src/headless.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      external: /^(?:react|react-dom|preact|@preact\/signals|marked|socket\.io-client)(?:\/|$)/,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
