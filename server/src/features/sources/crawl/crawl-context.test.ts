import { expect, test } from 'vitest';
import { chooseTargets, findPages, frontierLimit } from './crawl-context.ts';
import { createScope } from './scope.ts';

const site = 'https://harbor.example';
const run = { max_pages: 2 };
const scope = createScope({ type: 'website', include: ['/docs/**'], exclude: [], max_depth: 5 }, site);
const targetsOf = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `${site}/${folder}/${index}`, depth: 1, hops: 0 }));
const others = targetsOf('blog', 3000);
const pages = targetsOf('docs', 3000);

const countChosen = async (targets: ReturnType<typeof targetsOf>, discovered: number) => {
  const chosen = chooseTargets(run, { targets, pages: await findPages({ scope }, targets) }, discovered);
  const isPage = ({ url }: { url: string }) => url.startsWith(`${site}/docs/`);
  return { pages: chosen.filter(isPage).length, others: chosen.filter((target) => !isPage(target)).length };
};

test('addresses that are only skipped never take the place of pages', async () => {
  const limit = frontierLimit(run);
  expect(await countChosen([...others, ...pages.slice(0, 3)], 0)).toEqual({ pages: 3, others: 997 });
  expect(await countChosen([...others, ...pages.slice(0, 3)], 1000)).toEqual({ pages: 3, others: 0 });
  expect(await countChosen([...others, ...pages], 0)).toEqual({ pages: limit, others: 0 });
  expect(await countChosen([...others, ...pages], limit - 1)).toEqual({ pages: 1, others: 0 });
  expect(await countChosen([...others, ...pages], limit + 1)).toEqual({ pages: 0, others: 0 });
});
