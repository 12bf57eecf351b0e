import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const out = import.meta.dirname + '/dist';

/**
 * Writes what the server and the loader need beside the hashed chunks: `manifest.json` with the names of the entries,
 * `assets/panel.js` for loaders older than this build, and `chat.html`, the page of `/chat/{slug}`.
 */
function writeEntries(): Plugin {
  return {
    name: 'portico-entries',
    apply: 'build',
    writeBundle(_options, bundle) {
      const entries: Record<string, string> = {};
      const imports: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
        entries[chunk.name] = chunk.fileName.replace('assets/', '');
        imports[chunk.name] = chunk.imports.map((name) => name.replace('assets/', ''));
      }
      const preloads = (imports['page'] ?? [])
        .map((name) => `    <link rel="modulepreload" nonce="{{nonce}}" href="/assets/widget/${name}" />\n`)
        .join('');
      const template = readFileSync(join(import.meta.dirname, 'src/chat.html'), 'utf8');
      const page = template
        .replace('    <!-- preloads -->\n', () => preloads)
        .replace('{{page}}', `/assets/widget/${entries['page'] ?? ''}`);
      writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(entries, null, 2)}\n`);
      writeFileSync(join(out, 'assets/panel.js'), `export * from './${entries['panel'] ?? ''}';\n`);
      writeFileSync(join(out, 'chat.html'), page);
    },
  };
}

export default defineConfig({
  base: '/assets/widget/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    reportCompressedSize: false,
    // As a library, so that no preloading code of a web application comes along.
    lib: { entry: { panel: 'src/panel.ts', page: 'src/page.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
  plugins: [writeEntries()],
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
