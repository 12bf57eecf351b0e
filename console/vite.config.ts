import { defineConfig } from 'vite';
import { configurePage } from '../browser-kit/vite.page.ts';
import { earlyRequests } from './vite.early.ts';
import { isInFirstScreen } from './vite.first-screen.ts';

const mount = '/assets/console/';

const inSeveralScreens =
  /\/console\/src\/(api|data|text|ui)\/(?!markdown|preview|bar-chart|snippets|(live-)?execution|update-node|node-paths|data-(texts|view)|format-json|long-text)/;

const page = configurePage({ root: import.meta.dirname, mount, plugins: [earlyRequests(mount)] });

export default defineConfig({
  ...page,
  resolve: {
    // Packages written for React run on Preact.
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    ...page.build,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The modules that several screens share are small. A file for each would need many requests, and a browser
        // only makes a few at a time.
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => (isInFirstScreen(id, graph) ? 'shared' : null),
              debugName: 'shared',
              test: (id) => inSeveralScreens.test(id) || /\/(lucide-react|browser-kit)\//.test(id),
              priority: 4,
            },
            // What only the other screens share.
            { name: 'later', test: inSeveralScreens, priority: 3 },
            // An icon of one screen is loaded with it.
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 3, priority: 2 },
            // What a run received and returned.
            { name: 'runs', test: /\/console\/src\/(data|ui)\//, priority: 1 },
          ],
        },
      },
      // The "use client" directive of React packages has no meaning here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
