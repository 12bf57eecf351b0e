import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { workspaces } from '../repository.ts';

/** Importers of each file, by paths relative to the repository's root. */
export interface ImportGraph {
  /** The files that import one of `changed`, directly or through others, and `changed` itself. */
  dependents(changed: readonly string[], options?: { stopAt?: (file: string) => boolean }): Set<string>;
}

const code = /\.(?:ts|tsx|js|mjs)$/;
/** `from '…'`, `import '…'`, `import('…')`, and `new URL('…', import.meta.url)`. */
const references = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)['"]([^'"\n]+)['"]/g;

/**
 * Reads the imports of all `files`. Text is searched, not parsed: a name in a comment adds a wrong dependent, which
 * only runs one more test.
 */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const importers = new Map<string, string[]>();
  const resolvePackage = readExports(root);
  for (const file of files.filter((name) => code.test(name) && existsSync(join(root, name)))) {
    for (const [, reference = ''] of readFileSync(join(root, file), 'utf8').matchAll(references)) {
      const target = reference.startsWith('.')
        ? normalize(join(dirname(file), reference.replace(/\?.*$/, '')))
        : resolvePackage(reference);
      if (target === undefined) continue;
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  }
  return {
    dependents(changed, { stopAt = () => false } = {}) {
      const found = new Set(changed);
      const queue = [...changed];
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        if (stopAt(file) && !changed.includes(file)) continue;
        for (const importer of importers.get(file) ?? []) {
          if (found.has(importer)) continue;
          found.add(importer);
          queue.push(importer);
        }
      }
      return found;
    },
  };
}

/** The targets of `import '@portico/…'`, by the `exports` of the workspaces. */
function readExports(root: string): (reference: string) => string | undefined {
  const packages = workspaces.map((folder) => {
    const { name, exports = {} }: { name: string; exports?: Record<string, unknown> } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    return { folder, name, exports };
  });
  return (reference) => {
    const found = packages.find(({ name }) => reference === name || reference.startsWith(`${name}/`));
    if (found === undefined) return undefined;
    const path = `.${reference.slice(found.name.length)}`;
    const target = found.exports[path] ?? found.exports['./*'];
    // Published packages export built files, by condition; nothing in the repository imports them by name.
    if (typeof target !== 'string') return undefined;
    return normalize(join(found.folder, target.replace('*', path.slice(2))));
  };
}
