import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readManifest, type ManifestChunk } from './pages/manifest.ts';

type Budget = { name: string; limitKilobytes: number; measure: (root: string) => Measured };
type Measured = { bytes: number; files: string[] };

/** What a page may cost a visitor, in KB (1,000 bytes) after gzip. */
export const budgets: readonly Budget[] = [
  { name: 'loader', limitKilobytes: 3.5, measure: (root) => gzipped(join(root, 'embed-loader/dist'), ['embed.js']) },
  { name: 'widget, first open', limitKilobytes: 60, measure: (root) => firstLoad(join(root, 'widget/dist'), []) },
  {
    name: 'form, first view',
    limitKilobytes: 45,
    measure: (root) => firstLoad(join(root, 'form-app/dist'), ['index.html']),
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

/** The entry chunks of a Vite build with all that they import statically, their style sheets, and the files named. */
function firstLoad(dist: string, more: string[]): Measured {
  const manifest = readManifest(dist);
  const files = new Set(more);
  const visit = (chunk: ManifestChunk): void => {
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const key of chunk.imports ?? []) {
      const imported = manifest[key];
      if (imported === undefined) throw new Error(`${key} is missing in the manifest of ${dist}`);
      visit(imported);
    }
  };
  const entries = Object.values(manifest).filter((chunk) => chunk.isEntry === true);
  if (entries.length === 0) throw new Error(`no entry in the manifest of ${dist}`);
  entries.forEach(visit);
  return gzipped(dist, [...files]);
}

function gzipped(dist: string, files: string[]): Measured {
  const missing = files.find((file) => !existsSync(join(dist, file)));
  if (missing !== undefined) throw new Error(`${join(dist, missing)} is missing`);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
  return { bytes, files };
}
