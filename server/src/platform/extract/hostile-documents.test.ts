import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makeDocx, makePdf, makeXlsx, makeZip, wordParagraph, type ZipEntry } from '../../../test/documents.ts';
import { extractText } from './extract-text.ts';

const extract = (data: Uint8Array, fileName: string, signal?: AbortSignal) =>
  extractText({ bytes: data }, { workspaceId: 'default', fileName, mode: 'markdown', ...(signal ? { signal } : {}) });

const readable = [{ heading: 'Plain', paragraphs: ['A readable page.'] }];

/** An archive of less than one MiB that unpacks to this many mebibytes of paragraphs. */
function makeBomb(mebibytes: number, declaredSize?: number): Buffer {
  const paragraphs = wordParagraph('boom '.repeat(200)).repeat(1000);
  const filler = { text: paragraphs, times: Math.ceil((mebibytes * 1024 * 1024) / paragraphs.length) };
  const data = ['<w:document><w:body>', filler, '</w:body></w:document>'];
  const document: ZipEntry = { name: 'word/document.xml', data };
  const types = {
    name: '[Content_Types].xml',
    data: '<Types>wordprocessingml.document.main+xml</Types>',
  };
  return makeZip([types, declaredSize === undefined ? document : { ...document, declaredSize }]);
}

describe('a malicious document ends with a clear error', () => {
  it('when it is locked', async () => {
    await expect(extract(await makePdf(readable, { password: 'secret' }), 'a.pdf')).rejects.toMatchObject({
      code: 'encrypted',
      message: 'The document is protected by a password.',
    });
  });

  it('when it is cut off', async () => {
    const pdf = await makePdf(readable);
    await expect(extract(pdf.subarray(0, 300), 'a.pdf')).rejects.toMatchObject({ code: 'corrupt' });
    const docx = makeDocx(wordParagraph('hello').repeat(500));
    await expect(extract(docx.subarray(0, docx.length - 30), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('when its contents are damaged', async () => {
    const docx = makeDocx('<w:p><w:r><w:t>unclosed');
    await expect(extract(docx, 'a.docx')).rejects.toMatchObject({ code: 'corrupt' });
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 1 0 R>> endobj\ntrailer <</Root 1 0 R>>');
    await expect(extract(pdf, 'a.pdf')).rejects.toMatchObject({ code: expect.stringMatching(/corrupt|empty/) });
  });

  it('when it contains no text', async () => {
    await expect(extract(makeDocx('<w:p/>'), 'a.docx')).rejects.toMatchObject({ code: 'empty' });
    await expect(extract(await makePdf([]), 'a.pdf')).rejects.toMatchObject({ code: 'empty' });
    await expect(extract(Buffer.from('  \n \n'), 'a.txt')).rejects.toMatchObject({ code: 'empty' });
    await expect(extract(Buffer.from('89504e470d0a1a0a', 'hex'), 'a.png')).rejects.toMatchObject({
      code: 'unsupported_type',
    });
  });

  it('when it unpacks to more than is allowed, regardless of the sizes in its directory', async () => {
    await expect(extract(makeBomb(60), 'a.docx')).rejects.toMatchObject({ code: 'too_large' });
    await expect(extract(makeBomb(60, 1000), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' });
    const spaces = makeXlsx(['<row>', { text: ' '.repeat(1024 * 1024), times: 400 }, '</row>']);
    await expect(extract(spaces, 'a.xlsx')).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each(['<', '<dt>x<dd>y', '<u><a>x</a></u>'])('or is read, with hundreds of thousands of %s', async (tags) => {
    const bytes = Buffer.from(`<!DOCTYPE html><p>Opening hours</p>${tags.repeat(2_000_000 / tags.length)}`);
    const options = { workspaceId: 'default', fileName: '', mode: 'markdown', contentType: 'text/html' } as const;
    expect((await extractText({ bytes }, { ...options, address: 'https://example.com/' })).text).toMatch(
      /^Opening hours/,
    );
  });

  it('when it is nested too deeply', async () => {
    const tables = '<w:tbl><w:tr><w:tc>'.repeat(5000);
    await expect(extract(makeDocx(tables), 'a.docx')).rejects.toMatchObject({ code: 'too_complex' });
    const page = Buffer.from('<div>'.repeat(100_000) + 'x');
    await expect(extract(page, 'a.html')).rejects.toMatchObject({ code: 'too_complex' });
    const entities = Buffer.from(`<!DOCTYPE html><p>${'&amp;'.repeat(50_000)}</p>`);
    expect((await extract(entities, 'a.html')).text).toHaveLength(50_000);
  });

  it('when it declares entities that multiply', async () => {
    const laughs =
      '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>';
    const docx = makeZip([
      { name: '[Content_Types].xml', data: 'wordprocessingml.document.main+xml' },
      { name: 'word/document.xml', data: laughs },
    ]);
    await expect(extract(docx, 'a.docx')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('when every row of a sheet has a cell far to the right', async () => {
    const rows = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'.repeat(20_000);
    await expect(extract(makeXlsx(rows), 'a.xlsx')).rejects.toMatchObject({ code: 'too_large' });
  });

  it('when its text never ends', async () => {
    await expect(extract(Buffer.alloc(100 * 1024 * 1024, 'text '), 'a.txt')).rejects.toMatchObject({
      code: 'too_large',
      message: 'The document contains more than 27 million characters of text. Split it into smaller files.',
    });
  });
});

it.each([
  ['lines and emphasis in one paragraph', `<p>${'A <b>line</b> of a law<br>'.repeat(300_000)}`],
  ['hidden icons', `<ul>${'<li><i hidden></i>An entry of a list</li>'.repeat(50_000)}</ul>`],
])('reads a fetched page with any number of %s', async (_, body) => {
  const options = { workspaceId: 'default', fileName: '', mode: 'markdown', contentType: 'text/html' } as const;
  const page = Buffer.from(`<html><body>${body}</body></html>`);
  const { text } = await extractText({ bytes: page }, { ...options, address: 'https://example.com/' });
  expect(text.split('\n').length).toBeGreaterThanOrEqual(50_000);
});

// As long as the reader of a crawled page may take; trying every end of each tag takes longer.
it('reads a page with any number of data elements that never begin', { timeout: 20_000 }, async () => {
  const tags = '<script type="application/ld+json" '.repeat(340_000);
  expect((await extract(Buffer.from(`<p>Open daily.</p>${tags}`), 'a.html')).text).toBe('Open daily.');
});

it('reads the next document normally', async () => {
  const [bad, good] = await Promise.allSettled([
    extract(makeBomb(60), 'bad.docx'),
    extract(await makePdf(readable), 'good.pdf'),
  ]);
  expect(bad.status).toBe('rejected');
  expect(good).toMatchObject({ status: 'fulfilled', value: { text: expect.stringContaining('A readable page.') } });
});

it('kills the reader when the request is aborted', async () => {
  const abort = new AbortController();
  const reading = extract(makeBomb(23), 'a.docx', abort.signal);
  await expect.poll(countReaders).toBe(1);
  abort.abort(new Error('No longer wanted.'));
  await expect(reading).rejects.toThrow('No longer wanted.');
  await expect.poll(countReaders).toBe(0);
});

/** This process has other children, too: the sandboxes of other files' servers. */
async function countReaders(): Promise<number> {
  const children = await Promise.all(
    (await readdir('/proc/self/task')).map((task) => read(`/proc/self/task/${task}/children`)),
  );
  const ids = children.join(' ').split(' ').filter(Boolean);
  const commands = await Promise.all(ids.map((id) => read(`/proc/${id}/cmdline`)));
  return commands.filter((command) => command.includes('extraction.child')).length;
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
