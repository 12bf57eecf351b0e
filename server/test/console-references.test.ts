import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listHeadingIds } from '../src/app/pages/heading-id.ts';

const repository = join(import.meta.dirname, '../..');
const sources = join(repository, 'console/src');

/**
 * Every `reference="…"` of the console; the compiler ensures that each section of settings has a reference and a help
 * text.
 */
const references = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => readFileSync(join(sources, file), 'utf8').match(/(?<=\breference=")[^"]+/g) ?? []);

test('sections of settings have references', () => {
  expect(references.length).toBeGreaterThan(40);
});

test.each([...new Set(references)].toSorted())('%s is a page of the docs, and a heading of it', (reference) => {
  const [page = '', heading = ''] = reference.split('#');
  const ids = listHeadingIds(readFileSync(join(repository, `docs/${page}.md`), 'utf8'));
  expect(heading === '' ? [heading] : ids).toContain(heading);
});
