import type { Looker } from './looker.ts';

/** A file that the double takes as a contract. */
export const pdf = {
  name: 'Master services agreement 2025.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 double'),
};
const docx = {
  name: 'Annex B – prices.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.alloc(300_000, 1),
};
const png = {
  name: 'signature page.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGNwaLDHgxhGpUEIAI5sSUGkRFaBAAAAAElFTkSuQmCC',
    'base64',
  ),
};
export const picker = 'input[type=file][multiple]';

/** Opens a form and fills in a question, three files and an address. */
export async function fillDemo({ page, open }: Looker, slug = 'demo', query = ''): Promise<void> {
  await open(`/forms/${slug}${query}`);
  await page.fill('#f-message', 'Can we leave before the end of the year, and what would it cost us?');
  await page.setInputFiles(picker, [pdf, docx, png]);
  await page.fill('#f-urls', 'example.com/terms');
  await page.press('#f-urls', 'Enter');
  await page.locator('.file-tick').nth(2).waitFor();
}

export const submit = '.button-main';
