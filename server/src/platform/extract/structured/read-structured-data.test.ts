import { expect, it } from 'vitest';
import { readPage } from '../page/read-page.ts';
import { readHtml } from '../html/read-html.ts';
import { readStructuredData } from './read-structured-data.ts';

const prose = '<p>We bake every day with flour from the region, and the oven is never cold before noon.</p>'.repeat(6);
const page = (data: unknown, body = prose, language = 'en'): string =>
  `<!doctype html><html lang="${language}"><head><title>Mill Bakery</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><main><h1>Welcome</h1>${body}</main></body></html>`;
const read = (html: string, address = 'https://bakery.test/'): string =>
  readPage(html, { address, include: null, exclude: null }).text;
const bakery = {
  '@context': 'https://schema.org',
  '@type': 'Bakery',
  name: 'Mill Bakery',
  telephone: '+44 117 496 0123',
  email: 'mailto:hello@mill.test',
  paymentAccepted: 'Cash, Visa',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '12 Mill Lane',
    postalCode: 'BS1 4QA',
    addressLocality: 'Bristol',
  },
  openingHoursSpecification: [
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'https://schema.org/Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '07:00',
      closes: '18:00:00',
    },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '8:00', closes: '14:00' },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' },
    {
      '@type': 'OpeningHoursSpecification',
      validFrom: '2026-12-25',
      validThrough: '2026-12-25',
      opens: '00:00',
      closes: '00:00',
    },
  ],
};
const facts = [
  '## Mill Bakery',
  '',
  'Address: 12 Mill Lane, BS1 4QA Bristol',
  'Phone: +44 117 496 0123',
  'Email: hello@mill.test',
  'Payment: Cash, Visa',
  '',
  'Opening hours:',
  '- Monday–Friday: 07:00–18:00',
  '- Saturday: 08:00–14:00',
  '- Sunday: closed',
  '- 2026-12-25: closed',
].join('\n');

it('reads the address, the numbers and the hours of a business from its data', () => {
  const text = read(page({ '@graph': [{ '@type': 'WebSite', name: 'Mill' }, bakery] }));
  expect(text.slice(text.indexOf('## Mill'))).toBe(facts);
});

it('reads short hours, and writes days and labels in the language of the page', () => {
  const text = read(
    page(
      { '@type': 'Store', name: 'Müller', openingHours: ['Mo-Fr 09:00-12:00,14:00-18:00', 'Sa 10:00-13:00'] },
      prose,
      'de',
    ),
  );
  expect(text).toContain('Öffnungszeiten:\n- Montag–Freitag: 09:00–12:00, 14:00–18:00\n- Samstag: 10:00–13:00');
});

it('does not repeat what the page says', () => {
  const said = `${prose}<p>12 Mill Lane, Bristol. Call 0117 496 0123 or write to hello@mill.test. Cash, Visa.</p><p>Mon to Fri 7 am to 6 pm, Saturday 8 am - 2 pm</p>`;
  const { openingHoursSpecification, ...rest } = bakery;
  expect(read(page({ ...rest, openingHoursSpecification: openingHoursSpecification.slice(0, 2) }, said))).not.toContain(
    '## Mill',
  );
});

it('reads a business on other pages only if it is that of the page', () => {
  expect(read(page(bakery), 'https://bakery.test/jobs')).not.toContain('Mill Lane');
  expect(read(page({ ...bakery, url: '/bristol/' }), 'https://bakery.test/bristol')).toContain('Address: 12 Mill Lane');
});

it.each([
  ['a brand', { '@type': 'Product', name: 'Rye loaf', brand: bakery }],
  ['a reviewer', { '@type': 'Review', author: bakery }],
  ['the place of an event', { '@type': 'MusicEvent', location: bakery }],
  ['an employer', { '@type': 'JobPosting', hiringOrganization: bakery }],
  ['a list of businesses', { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: bakery }] }],
  ['one with another site', { ...bakery, url: 'https://other.test/' }],
])('does not take %s for the business of the site', (_, data) => {
  expect(read(page(data))).not.toContain('Mill Lane');
});

it('reads the departments and places of a business', () => {
  const text = read(page({ '@type': 'Organization', name: 'Mills', location: [bakery], department: bakery }));
  expect(text.slice(text.indexOf('## Mill Bakery'))).toBe(facts);
});

it('reads days and times in the forms that pages have, and no day from those of public holidays', () => {
  const openingHoursSpecification = [
    { dayOfWeek: { '@id': 'https://schema.org/Monday' }, opens: 'T09:00', closes: 'T17:00' },
    { dayOfWeek: 'Tuesday', opens: '2026-01-06T09:00:00+01:00', closes: '2026-01-06T12:00:00+01:00' },
    { dayOfWeek: 'PublicHolidays', opens: '10:00', closes: '11:00' },
    { dayOfWeek: 'Wednesday', opens: 'nine', closes: 'five' },
  ];
  const text = read(page({ '@type': 'Store', openingHoursSpecification, openingHours: 'Fr 9am-5pm' }));
  expect(text.slice(text.indexOf('Opening hours:'))).toBe(
    'Opening hours:\n- Monday: 09:00–17:00\n- Tuesday: 09:00–12:00\n- Fr 9am-5pm',
  );
});

it('does not take figures of the page for times', () => {
  const hours = bakery.openingHoursSpecification.slice(0, 2);
  const data = { ...bakery, openingHoursSpecification: hours };
  const text = read(page(data, `${prose}<p>We bake 7 sorts, 18 loaves of each, 8 rolls and 14 cakes.</p>`));
  expect(text).toContain('- Monday–Friday: 07:00–18:00');
});

it('reads names and addresses as one line without markup', () => {
  const text = read(
    page({ '@type': 'Store', name: 'Mill &amp; <b>Sons</b>', address: '12 Mill Lane\n\n# Prices\n\nFree' }),
  );
  expect(text).toContain('## Mill & Sons\n\nAddress: 12 Mill Lane # Prices Free');
});

it('writes labels in the language of the text if the page names none', () => {
  const german = '<p>Wir backen jeden Tag mit Mehl aus der Region, und der Ofen ist nie kalt.</p>'.repeat(6);
  expect(read(page(bakery, german, ''))).toContain('Öffnungszeiten:\n- Montag–Freitag');
  expect(read(page(bakery, prose, 'nb-NO'))).toContain('Åpningstider:');
});

it('reads it in an uploaded page', () => {
  expect(readHtml(page(bakery), { style: 'text' }).text).toContain('Opening hours:\n- Monday–Friday: 07:00–18:00');
});

it('reads prices and the answers to questions that the page lacks', () => {
  const text = read(
    page([
      { '@type': 'Product', name: 'Rye loaf', offers: { '@type': 'Offer', price: '4.50', priceCurrency: 'GBP' } },
      {
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: 'Do you ship?',
            acceptedAnswer: { '@type': 'Answer', text: '<p>No, only <b>pick-up</b>.</p>' },
          },
        ],
      },
    ]),
    'https://bakery.test/shop',
  );
  expect(text).toContain('Rye loaf: £4.50');
  expect(text).toMatch(/### Do you ship\?\n\nNo, only \**pick-up\**\./);
});

it.each([
  '{"@type":"Store",',
  '[]',
  'null',
  '{"@type":["Store"],"openingHours":{"a":1},"address":[[[]]],"telephone":{}}',
  '"x"',
])('ignores broken data: %s', (data) => {
  const html = page('').replace('""', () => data);
  expect(read(html)).toBe(read(page('')));
});

it('reads many unclosed and deep blocks in little time', () => {
  const script = '<script type="application/ld+json">';
  expect(read(page('') + script.repeat(20_000))).toContain('We bake');
  expect(read(page('').replace('""', () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toContain('We bake');
  const names = `${'{"name":'.repeat(20_000)}"x"${'}'.repeat(20_000)}`;
  expect(read(page('').replace('""', () => `{"@type":"Store","telephone":${names}}`))).toContain('We bake');
});

it('looks for many facts in a long text in little more time than for a few', () => {
  const text = 'We bake 9 loaves at 9 and 17 more at noon. '.repeat(20_000);
  const measure = (count: number): number => {
    const things = Array.from({ length: count }, (_, at) => [
      { '@type': 'Store', name: `Mill ${at}`, telephone: `9999 ${at}`, openingHours: ['Mo-Fr 09:00-17:00'] },
      { '@type': 'Product', name: 'Loaf', offers: { price: 9, priceCurrency: 'EUR' } },
    ]);
    const html = page(things.flat());
    const startedAt = performance.now();
    readStructuredData(html, { text, isFirst: true, convert: (markup) => markup });
    return performance.now() - startedAt;
  };
  measure(4);
  expect(measure(400) / measure(4)).toBeLessThan(20);
});

it('bounds what one object can add', () => {
  const telephone = Array.from({ length: 5_000 }, (_, at) => String(100_000_000 + at));
  const [name, contactPoint] = ['x'.repeat(10_000), telephone.map((each) => ({ telephone: each }))];
  expect(read(page({ '@type': 'Store', name, telephone, contactPoint })).length).toBeLessThan(4_000);
});
