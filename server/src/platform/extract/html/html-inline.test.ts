import { expect, it } from 'vitest';
import { extractText } from '../extract-text.ts';

it('names the number of a link to a phone', async () => {
  const page =
    '<p><a href="tel:+31-20-1234567">Call <b>us</b></a> or <a href="tel:+31207654321">020 765 43 21</a>.</p>' +
    '<p><a href="tel:112%20233;ext=4"><svg></svg></a></p><p><a href="tel:112">Emergency</a></p>';
  const { text } = await extractText(
    { bytes: Buffer.from(page) },
    { workspaceId: 'default', fileName: 'contact.html', mode: 'markdown' },
  );
  expect(text).toBe('Call **us** (+31-20-1234567) or 020 765 43 21.\n\n112 233\n\nEmergency');
});

it.each([
  ['<a href="tel:+31207654321">Call us </a>or write.', 'Call us (+31207654321) or write.'],
  ['Call <a href="tel:+31207654321"> </a>or write.', 'Call +31207654321 or write.'],
  ['Phone:<a href="tel:+31207654321"><svg></svg></a>every day', 'Phone: +31207654321 every day'],
  ['<a href="tel:+31207654321">Call us, 9:00–17:00</a>', 'Call us, 9:00–17:00 (+31207654321)'],
  ['<a href="tel:+18003569377">1-800-FLOWERS</a>', '1-800-FLOWERS (+18003569377)'],
  ['<a href="tel://%2B31207654321">Call us</a>', 'Call us (+31207654321)'],
  ['<a href="tel:+966207654321">٠٢٠٧٦٥٤٣٢١</a>', '٠٢٠٧٦٥٤٣٢١'],
  [
    '<a href="tel:+31207654321"><img src="https://a.test/20240512.png" alt="Call"></a> now',
    '![Call](https://a.test/20240512.png) (+31207654321) now',
  ],
])('names the number beside other digits, and keeps the spaces around it: %s', async (page, expected) => {
  const options = { workspaceId: 'default', fileName: 'contact.html', mode: 'markdown' } as const;
  expect((await extractText({ bytes: Buffer.from(`<p>${page}</p>`) }, options)).text).toBe(expected);
});
