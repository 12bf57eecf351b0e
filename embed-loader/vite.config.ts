import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The hashed file of a source, from the widget's build; the widget is built first. */
function readEntry(source: string): string {
  const manifest = join(import.meta.dirname, '../widget/dist/.vite/manifest.json');
  try {
    const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>;
    return chunks[source]?.file.slice('assets/'.length) ?? '';
  } catch {
    throw new Error('Build the widget before the loader: widget/dist/.vite/manifest.json is missing.');
  }
}

/**
 * Adds `module.js`, the script as an ES module of the package. Apps that are rendered on a server import it there, too,
 * where it does nothing.
 */
function addModule(): Plugin {
  return {
    name: 'portico-module',
    apply: 'build',
    generateBundle(_options, bundle) {
      const script = bundle['embed.js'];
      if (script?.type !== 'chunk') throw new Error('The build has no embed.js.');
      this.emitFile({
        type: 'asset',
        fileName: 'module.js',
        source: `if (globalThis.document) {\n${script.code}}\n`,
      });
    },
  };
}

const entries = { __PANEL_ENTRY__: 'src/panel.ts', __EXTRAS_ENTRY__: 'src/launcher/extras.ts' };

export default defineConfig(({ command, mode }) => ({
  publicDir: false,
  plugins: [addModule()],
  define: Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [
      name,
      JSON.stringify(command === 'build' && mode !== 'test' ? readEntry(source) : 'panel.js'),
    ]),
  ),
  build: {
    target: 'es2022',
    outDir: 'dist',
    modulePreload: false,
    reportCompressedSize: false,
    // As in the widget: compiled while it is downloaded, off the main thread.
    rolldownOptions: { output: { postBanner: '//# allFunctionsCalledOnLoad' } },
    lib: { entry: 'src/loader.ts', formats: ['iife'], name: 'porticoLoader', fileName: () => 'embed.js' },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
}));
