import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import { prepareMarked } from '../browser-kit/vite.marked.ts';
import { prepareSignals } from '../browser-kit/vite.signals.ts';
import { retryChunks } from '../browser-kit/vite.retry-chunks.ts';

/**
 * Parts outside of the panel: the page's channel to a page that frames it, and the modules that the loader loads for
 * the launcher.
 */
const isApart =
  /\/(widget\/src\/(page|analytics|launcher\/(extras|find-stored|follow-rules|listen-for-ask))|browser-kit\/src\/host-bridge)\.ts$/;
const out = import.meta.dirname + '/dist';

const dirSelector = 4;
const lightDark = 1 << 20;

/**
 * Features of style sheets that Lightning CSS must not replace, by its numbers for them. It replaces `:dir()` by a list
 * of languages, which doesn't match a right-to-left table in an English reply. For `light-dark()`, which no style sheet
 * here has, it adds variables to every `color-scheme`.
 */
export const css = { lightningcss: { exclude: dirSelector | lightDark } };

/** Writes `assets/panel.js`, for loaders older than this build, and `chat.html`, the page of `/chat/{slug}`. */
function writeEntries(): Plugin {
  return {
    name: 'portico-entries',
    apply: 'build',
    writeBundle(_options, bundle) {
      const entries = Object.values(bundle).filter((chunk) => chunk.type === 'chunk' && chunk.isEntry);
      const nameOf = (name: string) => entries.find((chunk) => chunk.name === name)?.fileName.slice('assets/'.length);
      const page = entries.find((chunk) => chunk.name === 'page');
      const imports = page?.type === 'chunk' ? page.imports : [];
      const preloads = imports
        .map(
          (name) =>
            `    <link rel="modulepreload" nonce="{{nonce}}" href="/assets/widget/${name.slice('assets/'.length)}" />\n`,
        )
        .join('');
      const html = readFileSync(join(import.meta.dirname, 'src/chat.html'), 'utf8')
        .replace('    <!-- preloads -->\n', () => preloads)
        .replace('{{page}}', `/assets/widget/${nameOf('page')}`);
      writeFileSync(join(out, 'assets/panel.js'), `export * from './${nameOf('panel')}';\n`);
      writeFileSync(join(out, 'chat.html'), html);
    },
  };
}

export default defineConfig({
  base: '/assets/widget/',
  publicDir: false,
  css,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    reportCompressedSize: false,
    manifest: true,
    // Built as a library, so that no preload code of a web application is included.
    lib: { entry: { panel: 'src/panel.ts', page: 'src/page.ts', extras: 'src/launcher/extras.ts' }, formats: ['es'] },
    rolldownOptions: {
      // The panel itself exports what later chunks need from it: visitors wait for no further file.
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        // Annotations for bundlers; no other comment is left in the minified code.
        comments: { annotation: false },
        // One file with everything that both entries need, so that no visitor waits for a second one.
        codeSplitting: {
          groups: [
            { name: 'panel', tags: ['$initial'], test: (id) => !isApart.test(id) },
            // Separate, because otherwise a page with a form would load the full-page chat.
            { name: 'host-bridge', test: /\/browser-kit\/src\/host-bridge\.ts$/ },
          ],
        },
        // The whole file is compiled while it is downloaded, off the main thread, which would otherwise compile it at
        // the first calls.
        postBanner: '//# allFunctionsCalledOnLoad',
        // Short hashes: the panel contains the names of thirty chunks, and hashes can't be compressed.
        entryFileNames: 'assets/[name]-[hash:6].js',
        // The texts of each language are in a file of the same name: the language names the chunk.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/\/languages\/(\w+)\/widget\.ts$/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash:6].js`,
      },
    },
  },
  plugins: [prepareMarked({ hasPauses: true }), prepareSignals(), retryChunks(), writeEntries()],
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
