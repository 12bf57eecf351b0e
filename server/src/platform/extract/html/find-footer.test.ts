import { expect, it } from 'vitest';
import { readPage } from '../page/read-page.ts';

const prose = '<p>We bake every day with flour from the region, and the oven is never cold before noon.</p>'.repeat(6);
const contact =
  '<div><h4>Opening hours</h4><p>Mon to Fri 7 am - 6 pm<br>Sunday closed</p></div>' +
  '<div><h4>Contact</h4><p>12 Harbour Street, Bristol<br><a href="tel:+441174960123">0117 496 0123</a></p></div>';
const links = '<h4>Company</h4><ul><li><a href="/about2">About</a></li><li><a href="/jobs">Jobs</a></li></ul>';
const rights = '<p>© 2026 Lindner Bakery. All rights reserved.</p>';

const read = (address: string, footer: string): string =>
  readPage(
    `<!doctype html><html><head><title>Lindner Bakery</title></head><body><main><h1>Welcome</h1><h2>News</h2>${prose}</main>${footer}</body></html>`,
    { address, include: null, exclude: null },
  ).text;

it.each([
  ['https://bakery.test/', `<footer>${contact}${links}${rights}</footer>`],
  ['https://bakery.test/de/', `<div class="site-footer">${contact}${links}${rights}</div>`],
  ['https://bakery.test/index.html', `<div role="contentinfo"><div class="footer">${contact}</div></div>${rights}`],
])('keeps the hours and the address of the footer of %s', (address, footer) => {
  const text = read(address, footer);
  expect(text.slice(text.indexOf('## Lindner Bakery'))).toBe(
    '## Lindner Bakery\n\n#### Opening hours\n\nMon to Fri 7 am - 6 pm\nSunday closed\n\n' +
      '#### Contact\n\n12 Harbour Street, Bristol\n0117 496 0123',
  );
  expect(text).not.toMatch(/Company|Jobs|©/);
});

it('leaves it out on other pages, and if it has no figures', () => {
  for (const address of [
    'https://bakery.test/cakes',
    'https://bakery.test/?p=12',
    'https://bakery.test/index.php?id=3',
  ])
    expect(read(address, `<footer>${contact}</footer>`)).not.toContain('Harbour');
  expect(read('https://bakery.test/', `<footer>${links}${rights}</footer>`)).not.toMatch(/^## Lindner|Company/m);
});
