import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('a server that reads while the page is built never gets a part of a result', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'portico-dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const assets = join(dist, 'assets');
  mkdirSync(assets);
  writeFileSync(join(assets, 'panel.js'), 'export const panel = 2;\n');
  writeFileSync(join(assets, 'panel.js.br'), 'the earlier result');
  const reader = openSync(join(assets, 'panel.js.br'), 'r');
  onTestFinished(() => closeSync(reader));
  await compressAssets(dist);
  // The file was replaced as a whole: who has opened the earlier one reads it to its end.
  expect(readFileSync(reader, 'utf8')).toBe('the earlier result');
  expect(brotliDecompressSync(readFileSync(join(assets, 'panel.js.br'))).toString()).toBe('export const panel = 2;\n');
  expect(readdirSync(assets).toSorted()).toEqual(['panel.js', 'panel.js.br']);
});
