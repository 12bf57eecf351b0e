import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressAssets } from './compress-assets.ts';

test('the texts of a built page are stored compressed beside it; a page without assets is left as it is', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'portico-dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  await compressAssets(dist);
  expect(readdirSync(dist)).toEqual([]);
  const assets = join(dist, 'assets');
  mkdirSync(assets);
  const script = 'export const panel = 1;\n'.repeat(400);
  for (const name of ['panel-A1b2C3d4.js', 'panel-A1b2C3d4.css', 'font-A1b2C3d4.woff2']) {
    writeFileSync(join(assets, name), script);
  }
  await compressAssets(dist);
  const stored = readdirSync(assets).filter((name) => name.endsWith('.br'));
  expect(stored.toSorted()).toEqual(['panel-A1b2C3d4.css.br', 'panel-A1b2C3d4.js.br']);
  const bytes = readFileSync(join(assets, 'panel-A1b2C3d4.js.br'));
  expect(bytes.length).toBeLessThan(script.length / 10);
  expect(brotliDecompressSync(bytes).toString()).toBe(script);
});
