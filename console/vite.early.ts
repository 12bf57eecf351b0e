import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const screenFile = /\/screens\/([\w-]+)\/\1-screen\.tsx$/;

/**
 * Inlines `early.js` into the built page, with the files of each screen. Without it, the page would request the
 * signed-in person only after its scripts have loaded, and the screen only after that: two round trips more.
 */
export function earlyRequests(mount: string): Plugin {
  return {
    name: 'early-requests',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const screens = JSON.stringify(listScreens(chunks, mount));
        const code = readFileSync(join(import.meta.dirname, 'early.js'), 'utf8');
        const children = code
          .replace(/^\/\*.*?\*\/\n/s, '')
          .replace(/^ *\/\/.*\n/gm, '')
          .replace('__SCREENS__', screens);
        // Before the style sheets, because scripts that follow them wait for them.
        return html.replace(
          /(?=<script type="module")/,
          () => `<script nonce="{{nonce}}">\n${children}</script>\n    `,
        );
      },
    },
  };
}

/** The addresses of the files that each screen needs in addition to the page's own, by the screen's name. */
function listScreens(chunks: readonly Rolldown.OutputChunk[], mount: string): Record<string, string[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (chunk: Rolldown.OutputChunk, found: Set<Rolldown.OutputChunk>): Set<Rolldown.OutputChunk> => {
    if (found.has(chunk)) return found;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) withImports(imported, found);
    }
    return found;
  };
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = entry === undefined ? new Set() : withImports(entry, new Set());
  return Object.fromEntries(
    chunks.flatMap((chunk) => {
      const [, screen] = screenFile.exec(chunk.facadeModuleId ?? '') ?? [];
      if (screen === undefined) return [];
      const files = [...withImports(chunk, new Set())].flatMap((each) =>
        known.has(each) ? [] : [each.fileName, ...(each.viteMetadata?.importedCss ?? [])],
      );
      return [[screen, files.map((file) => mount + file.replace(/^assets\//, ''))]];
    }),
  );
}
