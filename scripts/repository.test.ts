import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listRepositoryFiles } from './repository.ts';

test('an unpacked archive has its sources, without what an installation keeps there', () => {
  const root = mkdtempSync(join(tmpdir(), 'portico-archive-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of ['console/src/data/agents.ts', 'console/dist/agents.js', 'data/admin-key', 'README.md']) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  expect(listRepositoryFiles(root)).toEqual(['README.md', 'console/src/data/agents.ts']);
});
