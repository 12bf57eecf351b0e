import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readManifest } from './pages/manifest.ts';

/**
 * The files that a visitor loads, and their limits in KB (1,000 bytes) after gzip: plain files, and chunks of a Vite
 * build by their names in its manifest, each with its static imports and style sheets.
 */
type Budget = { name: string; limitKilobytes: number; parts: Part[] };
type Part = { dist: string; files?: string[]; chunks?: string[] };

const loader: Part = { dist: 'embed-loader/dist', files: ['embed.js'] };

const budgets: readonly Budget[] = [
  { name: 'loader', limitKilobytes: 4.5, parts: [loader] },
  {
    name: 'widget, first open',
    limitKilobytes: 58,
    // In total: earlier files, the panel, and the files for the first reply.
    parts: [loader, { dist: 'widget/dist', chunks: ['src/panel.ts', '../browser-kit/src/markdown/markdown.tsx'] }],
  },
  {
    name: 'form, first view',
    limitKilobytes: 40,
    // The page loads the texts of the visitor's language before it renders.
    parts: [
      {
        dist: 'form-app/dist',
        files: ['index.html'],
        chunks: ['index.html', '../shared-types/src/languages/en/form.ts'],
      },
    ],
  },
  {
    name: 'task of a persona, first view',
    limitKilobytes: 40,
    parts: [
      {
        dist: 'persona-app/dist',
        files: ['index.html'],
        chunks: ['index.html', '../shared-types/src/languages/en/persona.ts'],
      },
    ],
  },
  {
    name: 'console, first screen',
    limitKilobytes: 120,
    parts: [
      { dist: 'console/dist', files: ['index.html'], chunks: ['index.html', 'src/screens/home/home-screen.tsx'] },
    ],
  },
];

type Measurement = { name: string; passed: boolean; kilobytes?: number; detail: string };

/** Measures each budget on the contents of `dist`. A missing file fails its budget. */
export function measureBudgets(root: string): Measurement[] {
  return budgets.map(({ name, limitKilobytes, parts }) => {
    try {
      const files = parts.flatMap((part) => listFiles(root, part));
      const kilobytes = files.reduce((sum, file) => sum + countGzipped(join(root, file)), 0) / 1000;
      const detail = `${limitKilobytes} KB for ${files.join(', ')}`;
      return { name, kilobytes, passed: kilobytes <= limitKilobytes, detail };
    } catch (error) {
      return { name, passed: false, detail: error instanceof Error ? error.message : String(error) };
    }
  });
}

function listFiles(root: string, { dist, files = [], chunks = [] }: Part): string[] {
  const found = new Set(files);
  const manifest = chunks.length > 0 ? readManifest(join(root, dist)) : {};
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is missing in the manifest of ${dist}`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const sheet of chunk.css ?? []) found.add(sheet);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  chunks.forEach(visit);
  return [...found].map((file) => `${dist}/${file}`);
}

function countGzipped(file: string): number {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
