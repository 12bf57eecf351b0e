import { signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

/** The kind of screen that an address opens: without ids, filters and pages. */
const kindOf = (path: string): string => path.replace(/\?.*/, '').replaceAll(/\/\w+_[\w-]{16,}/g, '/:id');

test('every link of every screen leads to a screen, a page or a heading that exists', async ({ page, portico }) => {
  test.setTimeout(240_000);
  await signInWithKey(page, portico);
  const kinds = new Set(['/console']);
  const waiting = ['/console'];
  const others = new Map<string, string>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    await page.goto(portico.url + path);
    await expect(page.locator('h1').first()).toBeAttached();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expect(page.getByText('There is nothing here'), path).toHaveCount(0);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links.map((href) => new URL(href, page.url()))) {
      if (link.origin !== portico.url) continue;
      const target = link.pathname + link.search;
      if (!link.pathname.startsWith('/console')) others.set(link.href, path);
      else if (!kinds.has(kindOf(target))) {
        kinds.add(kindOf(target));
        waiting.push(target);
      }
    }
  }
  // The navigation alone has more than these.
  expect(kinds.size).toBeGreaterThan(20);
  const dead: string[] = [];
  for (const [href, path] of others) {
    const answer = await page.request.get(href.replace(/#.*/, ''));
    const heading = decodeURIComponent(new URL(href).hash.slice(1));
    const isFound = answer.ok() && (heading === '' || (await answer.text()).includes(`id="${heading}"`));
    if (!isFound) dead.push(`${href} on ${path}`);
  }
  expect(dead).toEqual([]);
});
