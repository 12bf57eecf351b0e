import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildPages } from '../build-pages.ts';
import { repositoryRoot } from '../repository.ts';
import { readManifest } from './manifest.ts';

test('the renderer of replies needs no other file that may be missing', async () => {
  await buildPages();
  const built = readManifest(join(repositoryRoot, 'widget/dist'));
  const renderer = built['../browser-kit/src/markdown/markdown.tsx'];
  expect(renderer?.imports).toEqual(['src/panel.ts']);
}, 120_000);
