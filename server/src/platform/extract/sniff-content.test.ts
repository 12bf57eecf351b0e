import fs from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCompoundFile, makeDocx, makePdf, makeXlsx, makeZip } from '../../../test/documents.ts';
import { encodeText } from '../../../test/encode-text.ts';
import { extractText } from './extract-text.ts';
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

  it('of a document with many parts takes few reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parts-'));
    onTestFinished(async () => rm(folder, { recursive: true }));
    const path = join(folder, 'many.docx');
    const parts = Array.from({ length: 2_000 }, (_, at) => [`word/media/${at}.txt`, ''] as const);
    await writeFile(path, makeDocx('', Object.fromEntries(parts)));
    const file = await open(path);
    const reads = [vi.spyOn(fs, 'read'), vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'read')];
    onTestFinished(() => reads.forEach((read) => read.mockRestore()));
    await file.close();
    expect((await sniffContent({ path }, 'many.docx')).mimeType).toMatch(/wordprocessingml/);
    expect(reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(100);
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
    'Bücher, 12 €\r\nÄpfel, 3 €\r\n',
    'xy',
    'Οι ώρες λειτουργίας είναι 9 π.μ. έως 6 μ.μ.\n'.repeat(3),
    'Открыто с девяти до шести',
    'مفتوح من التاسعة حتى السادسة',
    'פתוחים מתשע עד שש',
    '営業時間は午前九時から午後六時までです。\n',
    '我们一周营业六天，周一休息。\n',
    '자전거 수리점은 오후 여섯 시까지 엽니다.',
  ])('reads %j in UTF-16 without a byte order mark', async (text) => {
    const little = Buffer.from(text, 'utf16le');
    expect(await sniffContent({ bytes: little }, 'a.txt')).toMatchObject({ encoding: 'utf-16le' });
    expect(await sniffContent({ bytes: Buffer.from(little).swap16() }, 'a.csv')).toMatchObject({
      encoding: 'utf-16be',
    });
    await expect(sniffContent({ bytes: little.subarray(0, -1) }, 'a.txt')).rejects.toMatchObject({
      code: 'unsupported_type',
    });
  });

  it('reads the Japanese of emails, which switches between characters by escapes', async () => {
    const bytes = Buffer.from('\x1b$B1D6H;~4V\x1b(B: 9:00-18:00\n', 'latin1');
    expect(await sniffContent({ bytes }, 'a.txt')).toMatchObject({ encoding: 'iso-2022-jp' });
    expect((await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.txt', mode: 'text' })).text).toBe(
      '営業時間: 9:00-18:00\n',
    );
  });

  it('keeps the escapes of a log of a terminal', async () => {
    for (const text of ['price: \u001B$B', '\u001B(Jcost: 5\\5 ~ 6\n', '\u001B(B\u001B[m top - 10:00\n'])
      expect(await sniffContent({ bytes: Buffer.from(text) }, 'a.txt')).toMatchObject({ encoding: 'utf-8' });
  });

  it('takes no text with a stray zero byte for UTF-16', async () => {
    for (const text of ['Opening hours: 9 to 6\0', 'Öffnungszeiten:\0 9 bis 18 Uhr', 'Часы работы\0 магазина'])
      await expect(sniff(text, 'a.txt')).rejects.toMatchObject({ code: 'unsupported_type' });
    const western = Buffer.from('Öffnungszeiten:\0 9 bis 18 Uhr täglich ', 'latin1');
    await expect(sniffContent({ bytes: western }, 'a.txt')).rejects.toMatchObject({ code: 'unsupported_type' });
  });

  it.each([
    ['Japanese', 'shift_jis', '営業時間は火曜日から土曜日の午前九時から午後六時までです。祝日はお休みします。'],
    ['Japanese', 'euc-jp', '営業時間は火曜日から土曜日の午前九時から午後六時までです。祝日はお休みします。'],
    [
      'Chinese',
      'gb18030',
      '自行车修理店星期二至星期六上午九点至下午六点营业，公众假期休息。五人以上的团体可以预约其他时间。',
    ],
    ['a Chinese table', 'gb18030', '姓名,城市\r\n王伟,北京\r\n李娜,上海\r\n'],
    [
      'Chinese',
      'big5',
      '自行車修理店星期二至星期六上午九點至下午六點營業，公眾假期休息。五人以上的團體可以預約其他時間。',
    ],
    ['Korean', 'euc-kr', '자전거 수리점은 화요일부터 토요일까지 오전 아홉 시부터 오후 여섯 시까지 엽니다.'],
    ['Russian', 'windows-1251', 'Мастерская открыта со вторника по субботу, с девяти утра до шести вечера.'],
    [
      'Russian',
      'koi8-r',
      'Мастерская открыта со вторника по субботу, с девяти утра до шести вечера, кроме праздников.',
    ],
    ['Russian', 'ibm866', 'Мастерская открыта со вторника по субботу, с девяти утра до шести вечера.'],
    ['Russian', 'x-mac-cyrillic', 'Мастерская открыта со вторника по субботу, с девяти утра до шести вечера.'],
    ['Russian with marks', 'windows-1251', 'Мастерская открыта со вторника по субботу — «каждый день» № 5…'],
    ['Russian capitals', 'windows-1251', 'МАСТЕРСКАЯ ОТКРЫТА СО ВТОРНИКА ПО СУББОТУ'],
    ['Ukrainian', 'windows-1251', 'Ласкаво просимо! Майстерня відчинена з вівторка по суботу, її адреса: Київ.'],
    ['Ukrainian', 'koi8-u', 'Ласкаво просимо! Майстерня відчинена з вівторка по суботу, її адреса: Київ.'],
    ['Bulgarian', 'windows-1251', 'Сервизът е отворен от вторник до събота от девет до осемнадесет часа.'],
    ['Serbian', 'windows-1251', 'Радионица је отворена од уторка до суботе, од девет до осамнаест часова.'],
    ['Hebrew', 'windows-1255', 'חנות האופניים פתוחה משלישי עד שבת, מתשע בבוקר עד שש בערב, פרט לחגים.'],
    [
      'Polish',
      'windows-1250',
      'Warsztat rowerowy jest czynny w święta i soboty. Nieużywane części można odesłać, proszę włożyć paragon do paczki. Członkowie płacą sześćdziesiąt złotych.',
    ],
    ['Greek', 'windows-1253', 'Το συνεργείο ποδηλάτων είναι ανοιχτό από Τρίτη έως Σάββατο.'],
    ['Arabic', 'windows-1256', 'ورشة الدراجات مفتوحة من الثلاثاء إلى السبت من التاسعة صباحا حتى السادسة مساء.'],
    [
      'Turkish',
      'windows-1254',
      'Bisiklet atölyesi salıdan cumartesiye dokuzdan altıya kadar açıktır. Kullanılmamış ürünler otuz gün içinde iade edilebilir. Lütfen fişi pakete koyun; üyelik ücreti yılda altmış liradır.',
    ],
    ['short Hebrew', 'windows-1255', 'אנחנו פתוחים בימים ראשון עד חמישי בין תשע לחמש'],
    ['Thai', 'windows-874', 'ร้านเปิดทุกวันจันทร์ถึงวันศุกร์ เวลา 9.00 ถึง 18.00 น. รับบัตรเครดิตและเงินสด'],
    ['Polish', 'iso-8859-2', 'Zażółć gęślą jaźń. Czynne: poniedziałek, środa, piątek. Płatność kartą możliwa.'],
    ['short Polish', 'iso-8859-2', 'Środa, święta i piątek: nieczynne. Żółty ślad'],
    ['Polish', 'windows-1250', 'Środa, święta i piątek: nieczynne. Żółty ślad'],
    ['English', 'windows-1252', 'The letters þ and ð, also written Þ and Ð, were used in old texts, such as “father”.'],
    ['short Turkish', 'windows-1254', 'Çalışma saatlerimiz pazartesiden cumaya dokuzdan altıya. Kredi kartı geçerli.'],
    [
      'Icelandic',
      'windows-1252',
      'Verslunin er opin frá þriðjudegi til laugardags, það er lokað á hátíðum. Við erum við höfnina.',
    ],
    ['German', 'macintosh', 'Name;Ort\nMüller;Köln\nJürgen;Düsseldorf\n'],
    [
      'French',
      'macintosh',
      'Les horaires d’été sont affichés à l’entrée. Fermé le dimanche – réservé aux élèves, 5 €.',
    ],
    ['Spanish', 'macintosh', '¿Qué más? Los sábados también se podrá pagar en línea.'],
    ['lines that end with a carriage return', 'macintosh', `${'id;note\r'.repeat(2_000)}Müller;Düsseldorf\r`],
    [
      'words without spaces',
      'windows-1252',
      'The “small”and “large”sizes, in red•green•blue. Portico™and others, or…none.',
    ],
    ['German', 'windows-1252', 'Name;Ort\nMüller;Köln\nJürgen;Düsseldorf\nSchäfer;München\nGrün;Fürth\nGößl;Hörstel\n'],
    [
      'French',
      'windows-1252',
      'L’atelier est ouvert du mardi au samedi. Les pièces inutilisées peuvent être retournées : reçu nécessaire.',
    ],
    [
      'English with curly quotes',
      'windows-1252',
      'It’s the “best” workshop’s price – don’t miss it. We’re open, you’ll see. ‘Now’ – that’s it.',
    ],
  ])('recognizes %s in %s', async (_language, encoding, content) => {
    const bytes = Buffer.concat([Buffer.from('id,note\n'.repeat(2_000)), encodeText(content, encoding)]);
    expect(await sniffContent({ bytes }, 'a.csv')).toMatchObject({ encoding });
  });

  it('recognizes a text in an older encoding of which the last character was cut', async () => {
    const bytes = encodeText('営業時間は火曜日から土曜日の午前九時から午後六時までです。', 'shift_jis').subarray(0, -1);
    expect(await sniffContent({ bytes }, 'a.txt')).toMatchObject({ encoding: 'shift_jis' });
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
