import { expect, it } from 'vitest';
import { readPage } from '../page/read-page.ts';
import { readHtml } from './read-html.ts';

const read = (body: string, head = '<title>Parcels – Example</title>') =>
  readPage(`<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`, {
    address: 'https://www.example.com/parcels',
    include: null,
    exclude: null,
  }).text;

const paragraph = (subject: string) =>
  `<p>What you need to know about ${subject}, in a sentence that is long enough to be one of a manual.</p>`;
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `<li><a href="/${index}">Elsewhere ${index}</a></li>`).join('');

const surroundings = `
  <a class="skip-link" href="#content">Skip to content</a>
  <div id="top-nav" class="navbar"><ul>${links(12)}</ul></div>
  <div class="breadcrumbs"><a href="/">Home</a> &gt; <a href="/help">Help</a> &gt; Parcels</div>`;
const below = `
  <div class="sidebar"><ul>${links(20)}</ul></div>
  <div class="cookie-banner"><p>We use cookies to improve your experience. Accept all cookies?</p><button>Accept</button></div>
  <div id="onetrust-consent-sdk"><p>This site asks for your consent to partners and their purposes.</p></div>
  <div class="site-footer"><p>Copyright 2026 Example Ltd. All rights reserved.</p><ul>${links(8)}</ul></div>`;
const surrounding = /Elsewhere|Skip to|cookies|consent|Copyright|Home/;

it('leaves out navigation, consent banners and footers, regardless of their markup', () => {
  const text = read(`${surroundings}<div id="content"><h1>Parcels</h1>${paragraph('parcels')}</div>${below}`);
  expect(text).toContain('# Parcels');
  expect(text).toContain('about parcels');
  expect(text).not.toMatch(surrounding);
});

it('keeps all sections of a manual, with headings, tables and code', () => {
  const long = Array.from({ length: 30 }, (_, index) => paragraph(`option ${index}`)).join('');
  const text = read(`${surroundings}
    <div class="sect1"><h2>Name</h2><p>parcel - sends a parcel</p></div>
    <div class="sect1"><h2>Synopsis <a class="headerlink" href="#synopsis">¶</a></h2><pre>parcel --to PLACE</pre></div>
    <div class="sect1"><h2>Options</h2>${long}</div>
    <div class="sect1"><h2>Prices</h2><table><tr><th>Weight</th><th>Price</th></tr><tr><td>1 kg</td><td>5</td></tr></table></div>
    <div class="sect1"><h2>Files</h2>${paragraph('files')}</div>${below}`);
  for (const heading of ['## Name', '## Synopsis\n', '## Options', '## Prices', '## Files'])
    expect(text).toContain(heading);
  expect(text).toContain('```\nparcel --to PLACE\n```');
  expect(text).toContain('| 1 kg | 5 |');
  expect(text).toContain('about option 29,');
  expect(text).not.toMatch(surrounding);
  expect(text).not.toContain('¶');
});

it('keeps content whose class only sounds like boilerplate', () => {
  const menu =
    '<div class="menu"><h2>Lunch</h2><p>Soup of the day with bread, 7 euros. Fish with potatoes, 14 euros.</p></div>';
  const text = read(`${surroundings}<main><h1>The inn</h1>${paragraph('the inn')}${menu}</main>${below}`);
  expect(text).toContain('Soup of the day');
  const form = read(`<form id="aspnetForm"><h1>The inn</h1>${paragraph('the inn')}${paragraph('its rooms')}</form>`);
  expect(form).toContain('about its rooms');
  expect(read(`<div class="main-navigation"><h1>Only this</h1>${paragraph('this')}</div>`)).toContain('about this');
});

it('leaves out the navigation and the consent banner of an uploaded page, and nothing else', () => {
  const upload = (body: string, attributes = ''): string =>
    readHtml(`<!doctype html><html><body${attributes}>${body}</body></html>`, { style: 'markdown' }).text;
  const banner = '<div class="cookie-banner"><p>We use cookies.</p><button>Accept</button></div>';
  const page = `<nav><ul>${links(3)}</ul></nav><h1>Parcels</h1>${paragraph('parcels')}${paragraph('boxes')}<footer>Tel. 0117</footer>`;
  const text = upload(banner + page);
  expect(text).toMatch(/^# Parcels[\s\S]*about boxes[\s\S]*Tel\. 0117$/);
  expect(upload(`<div id="cookie-page">${paragraph('cookies')}</div>`, ' class="has-cookie-banner"')).toContain(
    'cookies',
  );
  expect(readHtml(`<nav><a href="/a">A part of a page</a></nav>`, { style: 'text' }).text).toBe('A part of a page');
});

it.each([
  [
    'content in a menu of dishes',
    `<nav><ul><li>Soup of the day 5 €</li></ul></nav>${paragraph('soups')}`,
    'Soup of the day',
  ],
  [
    'several menus without anything else',
    [1, 2, 3].map((at) => `<nav><a href="/${at}">Dish ${at}</a></nav>`).join(''),
    'Dish 3',
  ],
  [
    'the cookies of a privacy policy',
    `${paragraph('data')}<section id="cookies"><h2>Cookies</h2><p>We keep them for 30 days.</p></section>`,
    '30 days',
  ],
  [
    'a form of consent',
    `${paragraph('surgery')}<div class="consent-form"><p>Bring the signed form.</p></div>`,
    'signed form',
  ],
])('keeps of an uploaded page %s', (_, body, kept) => {
  expect(readHtml(`<!doctype html><body>${body}</body>`, { style: 'markdown' }).text).toContain(kept);
});

it('reads an uploaded page of nested navigation in linear time', () => {
  const text = 'a '.repeat(100_000);
  const page = (depth: number) => `<body>${'<nav>'.repeat(depth)}${text}${'</nav>'.repeat(depth)}</body>`;
  const measure = (depth: number): number => {
    const startedAt = performance.now();
    expect(readHtml(page(depth), { style: 'text' }).text).toContain('a a');
    return performance.now() - startedAt;
  };
  measure(1);
  expect(measure(1_500) / measure(30)).toBeLessThan(15);
});

it.each(['id="cookies"', 'class="product-cookies"', 'id="cookie" class="shop"'])(
  'keeps the cookies of a bakery in %s, and leaves out a banner with such a name',
  (name) => {
    const goods = `<section ${name}><h2>Our cookies</h2><p>Six oat biscuits cost £4.</p><button>Add to basket</button></section>`;
    const banner =
      '<div id="cookies-1" class="cookies"><p>We store things on your device.</p><button>Agree</button></div>';
    const text = read(`<main><h1>Shop</h1>${paragraph('bread').repeat(4)}${goods}</main>${banner}`);
    expect(text).toContain('Six oat biscuits cost £4.');
    expect(text).not.toContain('your device');
  },
);

it.each([
  '<p>This shop stores things on your device. We use cookies to remember your €5 voucher.</p><button>OK</button>',
  '<img src="cookie.svg" alt=""><p>Wir verwenden Cookies auf your device.</p><button>Alle akzeptieren</button>',
])('leaves out a banner with a picture or a price: %s', (banner) => {
  const html = `<body><h1>Shop</h1>${paragraph('bread').repeat(6)}<div id="cookies">${banner}</div></body>`;
  expect(read(html)).toContain('bread');
  expect(read(html)).not.toContain('your device');
});

it('reads nested elements with the name of a banner in linear time', () => {
  const measure = (depth: number): number => {
    const html = `<main>${paragraph('bread').repeat(20)}${'<div class="cookies">x'.repeat(depth)}${'</div>'.repeat(depth)}</main>`;
    const startedAt = performance.now();
    read(html);
    return performance.now() - startedAt;
  };
  measure(10);
  expect(measure(400) / measure(40)).toBeLessThan(40);
});
