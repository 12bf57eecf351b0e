import { describe, expect, it } from 'vitest';
import { makeCompoundFile, makeDocx, makePdf, makeXlsx, makeZip } from '../../../test/documents.ts';
import { sniffContent } from './sniff-content.ts';

const sniff = async (data: string | Uint8Array, name: string, contentType?: string) => {
  const content = await sniffContent(
    { bytes: Buffer.from(data) },
    name,
    contentType === undefined ? {} : { contentType },
  );
  return content.mimeType;
};

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const elf = Buffer.from('7f454c4602010100000000000000000003003e00', 'hex');

describe('the type of a file', () => {
  it.each([
    ['a plain note', 'note.txt', 'text/plain'],
    ['# Title', 'README.md', 'text/markdown'],
    ['no extension', 'LICENSE', 'text/plain'],
    ['<p>hi</p>', 'page.HTML', 'text/html'],
    ['{"a":1}', 'data.json', 'application/json'],
    ['a,b\n1,2', 'data.csv', 'text/csv'],
    ['print(1)', 'main.py', 'text/x-python'],
    ['export {}', 'main.ts', 'text/x-typescript'],
    ['const del = "\u007f\u000b"', 'keys.js', 'text/javascript'],
    // These begin like a bitmap, an audio file and a PDF, but are text.
    ['BM is where the text begins', 'note.txt', 'text/plain'],
    ['ID3 tags are explained here', 'note.md', 'text/markdown'],
    ['A file begins with %PDF-1.7, they say', 'note.txt', 'text/plain'],
  ])('recognises %j named %s by its extension', async (text, name, mimeType) => {
    expect(await sniff(text, name)).toBe(mimeType);
  });

  it('recognises everything else by its content, regardless of its name', async () => {
    expect(await sniff(await makePdf([{ heading: 'H', paragraphs: [] }]), 'holiday.txt')).toBe('application/pdf');
    expect(await sniff(makeDocx(''), 'archive.zip')).toMatch(/wordprocessingml/);
    expect(await sniff(makeXlsx(''), 'report.docx')).toMatch(/spreadsheetml/);
    expect(await sniff(makeCompoundFile(['Root Entry', 'WordDocument']), 'x.bin')).toBe('application/msword');
    expect(await sniff(png, 'photo.pdf')).toBe('image/png');
    expect(await sniff(Buffer.from('ffd8ffe000104a4649460001', 'hex'), 'photo')).toBe('image/jpeg');
    expect(await sniff(Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000', 'latin1'), 'a.jpg')).toBe('image/gif');
    expect(await sniff(Buffer.from('RIFF\u0000\u0001\u0000\u0000WEBPVP8 ', 'latin1'), 'a.jpg')).toBe('image/webp');
  });

  it.each([
    ['an executable called a page', elf, 'index.html'],
    ['an executable called a text', elf, 'note.txt'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg'],
    ['a spreadsheet of Excel 97', makeCompoundFile(['Root Entry', 'Workbook']), 'old.xls'],
    ['an ordinary archive', makeZip([{ name: 'a.txt', data: 'hi' }]), 'a.docx'],
    ['text of an unknown extension', Buffer.from('hello'), 'setup.exe'],
    ['random bytes', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 197) & 255)), 'a.csv'],
  ])('refuses %s', async (_, data, name) => {
    await expect(sniff(data, name)).rejects.toMatchObject({ code: 'unsupported_type' });
  });

  it('reports an empty file as empty, and a locked one as locked', async () => {
    await expect(sniff('', 'a.txt')).rejects.toMatchObject({ code: 'empty' });
    const locked = makeCompoundFile(['Root Entry', 'EncryptionInfo', 'EncryptedPackage']);
    await expect(sniff(locked, 'a.docx')).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('reads older encodings as text', async () => {
    const content = (data: Uint8Array, contentType?: string) =>
      sniffContent({ bytes: data }, 'a.html', contentType === undefined ? {} : { contentType });
    expect(await content(Buffer.from('<p>café</p>', 'latin1'))).toMatchObject({ encoding: 'windows-1252' });
    expect(await content(Buffer.from('\ufeff<p>café</p>', 'utf16le'))).toMatchObject({ encoding: 'utf-16le' });
    const japanese = Buffer.from('3c703e93fa967b8cea3c2f703e', 'hex');
    expect(await content(japanese, 'text/html; charset=Shift_JIS')).toMatchObject({ encoding: 'shift_jis' });
  });

  it.each([
    ['German', 'Öffnungszeiten: geöffnet für Gäste'],
    ['English with curly quotes', 'It’s “open” today'],
    ['Russian', 'Часы работы магазина'],
  ])('reads %s in which a character was cut as UTF-8', async (_language, content) => {
    const cut = Buffer.concat([Buffer.from('<p>M'), Buffer.from('ü').subarray(0, 1), Buffer.from(`… ${content}</p>`)]);
    for (const charset of ['', '; charset=utf-8']) {
      const contentType = `text/html${charset}`;
      expect(await sniffContent({ bytes: cut }, 'a.html', { contentType })).toMatchObject({ encoding: 'utf-8' });
    }
  });

  it('reads another encoding than the declared one, if most characters would be invalid', async () => {
    const latin = Buffer.from('<p>Größe, Übermaß, café: schön</p>', 'latin1');
    const contentType = 'text/html; charset=utf-8';
    expect(await sniffContent({ bytes: latin }, 'a.html', { contentType })).toMatchObject({ encoding: 'windows-1252' });
  });

  it('trusts a byte order mark more than the header, and the header more than the page', async () => {
    const encodingOf = async (html: string, contentType?: string) =>
      (await sniffContent({ bytes: Buffer.from(html) }, 'a.html', contentType === undefined ? {} : { contentType }))
        .encoding;
    expect(await encodingOf('\ufeff<p>café</p>', 'text/html; charset=iso-8859-1')).toBe('utf-8');
    expect(await encodingOf('\ufeff<meta charset="windows-1251"><p>café</p>')).toBe('utf-8');
    expect(await encodingOf('<meta charset="iso-8859-2"><p>cafe</p>', 'text/html; charset=UTF-8')).toBe('utf-8');
    expect(await encodingOf('<meta charset="iso-8859-2"><p>cafe</p>', 'text/html; charset=none')).toBe('iso-8859-2');
    // Bytes in which this can be read are not UTF-16 (HTML, 13.2.3.2).
    for (const padding of ['', ' ']) {
      expect(await encodingOf(`<meta charset="utf-16"><p>café</p>${padding}`)).toBe('utf-8');
    }
  });

  it('trusts the server’s type of a fetched text more than its extension', async () => {
    expect(await sniff('<p>hi</p>', 'page.php', 'text/html; charset=utf-8')).toBe('text/html');
    expect(await sniff('<!DOCTYPE html><p>hi', '')).toBe('text/html');
    expect(await sniff('{}', 'latest', 'application/json')).toBe('application/json');
  });
});
