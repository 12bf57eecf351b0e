import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readManifest, type ManifestChunk } from './pages/manifest.ts';

type Budget = { name: string; limitKilobytes: number; measure: (root: string) => Measured };
type Measured = { bytes: number; files: string[] };

/** What a page may cost a visitor, in KB (1,000 bytes) after gzip. */
export const budgets: readonly Budget[] = [
  { name: 'loader', limitKilobytes: 3.5, measure: (root) => gzipped(join(root, 'embed-loader/dist'), ['embed.js']) },
  { name: 'widget, first open', limitKilobytes: 60, measure: (root) => firstLoad(join(root, 'widget/dist')) },
  {
    name: 'form, first view',
    limitKilobytes: 45,
    // The page loads the texts of the visitor's language before it shows anything.
    measure: (root) => firstLoad(join(root, 'form-app/dist'), ['index.html'], ['src/locales/en.ts']),
  },
];

type Measurement = { name: string; passed: boolean; kilobytes?: number; detail: string };

/** Measures each budget on what is in `dist`. It is not passed either when what it measures is missing. */
export function measureBudgets(root: string): Measurement[] {
  return budgets.map(({ name, limitKilobytes, measure }) => {
    try {
      const { bytes, files } = measure(root);
      const kilobytes = bytes / 1000;
      return {
        name,
        kilobytes,
        passed: kilobytes <= limitKilobytes,
        detail: `${limitKilobytes} KB for ${files.join(', ')}`,
      };
    } catch (error) {
      return { name, passed: false, detail: error instanceof Error ? error.message : String(error) };
    }
  });
}

/**
 * The entries of a Vite build, and the chunks `atOnce` that these import at once though dynamically, with all that they
 * import statically and their style sheets; and the files named in `more`.
 */
function firstLoad(dist: string, more: string[] = [], atOnce: string[] = []): Measured {
  const manifest = readManifest(dist);
  const files = new Set(more);
  const find = (key: string): ManifestChunk => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is missing in the manifest of ${dist}`);
    return chunk;
  };
  const visit = (chunk: ManifestChunk): void => {
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const key of chunk.imports ?? []) visit(find(key));
  };
  const entries = Object.values(manifest).filter((chunk) => chunk.isEntry === true);
  if (entries.length === 0) throw new Error(`no entry in the manifest of ${dist}`);
  for (const chunk of [...entries, ...atOnce.map(find)]) visit(chunk);
  return gzipped(dist, [...files]);
}

function gzipped(dist: string, files: string[]): Measured {
  const missing = files.find((file) => !existsSync(join(dist, file)));
  if (missing !== undefined) throw new Error(`${join(dist, missing)} is missing`);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
  return { bytes, files };
}
