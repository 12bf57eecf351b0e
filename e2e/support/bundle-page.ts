import { join } from 'node:path';
import { build } from 'vite';

const entry = '\0page';

/**
 * Bundles a page's script the way a site with a build step would: `code` is TypeScript that may import `react`,
 * `react-dom/client` and `@portico/widget/react`.
 */
export async function bundlePage(code: string): Promise<string> {
  const widget = join(import.meta.dirname, '../../widget');
  const result = await build({
    root: widget,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { '@portico/widget/react': join(widget, 'src/react.tsx') } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? { code, moduleType: 'ts' } : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs.flatMap((one) => ('output' in one ? one.output : [])).find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the bundle of the page is empty');
  return chunk.code;
}
