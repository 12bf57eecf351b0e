import { expect, it } from 'vitest';
import { extractText } from './extract-text.ts';

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
