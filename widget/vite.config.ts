import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';

const out = import.meta.dirname + '/dist';

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

/**
 * Prepares marked for a page that has other things to do. Its one file also sets a default instance up, which no bundler can
 * know to be needless: with it come a parser and renderers for HTML, 4 KB that nothing here calls; only the lexer stays. And
 * making its rules of Unicode classes takes a slow phone 60 ms at a stretch; it pauses before each. Fails when marked looks
 * different.
 */
function prepareMarked(): Plugin {
  const setUp =
    /var (\w+)=new \w+;function (\w+)\(\w+,\w+\)\{return \1\.parse\([^]*export\{[^}]*?(\w+) as Lexer\b[^}]*\};?/;
  const slowRules = /=(\w+)\((\w+|"(?:[^"\\]|\\.)*"),"gu"\)/g;
  return {
    name: 'portico-marked',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/marked/lib/')) return undefined;
      if (!setUp.test(code) || code.search(slowRules) < 0)
        throw new Error(`${id} is not written as expected: see prepareMarked.`);
      const lexer = code.replace(setUp, 'export{$3 as Lexer};').replace(slowRules, '=(pause(),$1)($2,"gu")');
      return { code: lexer, map: null };
    },
    // Only now: a bundler that knew would give the panel's entry a file of its own, for which visitors would wait.
    renderChunk: (code, { name }) =>
      name === 'markdown' ? code.replaceAll('pause()', 'await new Promise(setTimeout)') : null,
  };
}

export default defineConfig({
  base: '/assets/widget/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    reportCompressedSize: false,
    manifest: true,
    // As a library, so that no preloading code of a web application comes along.
    lib: { entry: { panel: 'src/panel.ts', page: 'src/page.ts' }, formats: ['es'] },
    rolldownOptions: {
      // What later chunks take from the panel it exports itself: no further file stands between it and its visitor.
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        // One file with all that both entries need, so that no visitor waits for a second one.
        codeSplitting: {
          groups: [{ name: 'panel', tags: ['$initial'], test: (id) => !id.endsWith('/src/page.ts') }],
        },
        // All that a file holds is compiled while it arrives, off the main thread, which otherwise does it at the first calls.
        postBanner: '//# allFunctionsCalledOnLoad',
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
  plugins: [prepareMarked(), writeEntries()],
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
