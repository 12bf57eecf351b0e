import { expect, it } from 'vitest';
import { makeDocx, makeXlsx } from '../../../../test/documents.ts';
import { extractText } from '../extract-text.ts';

const extract = async (bytes: Uint8Array, fileName: string): Promise<string> =>
  (await extractText({ bytes }, { workspaceId: 'default', fileName, mode: 'markdown' })).text;

const cells = (...values: string[]): string => values.map((value) => `<c t="str"><v>${value}</v></c>`).join('');

it('leaves out the hidden rows and columns of a sheet', async () => {
  const sheet =
    `</sheetData><cols><col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/></cols><sheetData>` +
    `<row>${cells('Bike', 'Purchase', 'Margin', 'Price')}</row>` +
    `<row hidden="1">${cells('Old bike', '1', '2', '3')}</row>` +
    `<row>${cells('City bike', '410', '0.5', '820')}</row>`;
  expect(await extract(makeXlsx(sheet), 'bikes.xlsx')).toBe(
    '## Prices\n\n| Bike | Price |\n| --- | --- |\n| City bike | 820 |',
  );
});

it.each(['hidden', 'veryHidden'])('leaves out a sheet that is %s', async (state) => {
  const parts = {
    'xl/workbook.xml':
      `<workbook xmlns:r="r"><sheets><sheet name="Costs" r:id="rId2" state="${state}"/>` +
      '<sheet name="Prices" r:id="rId1" state="visible"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="rId2" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row>${cells('Bike', '410')}</row></sheetData></worksheet>`,
  };
  const text = await extract(makeXlsx(`<row>${cells('Bike', '820')}</row>`, parts), 'bikes.xlsx');
  expect(text).toBe('## Prices\n\n| Bike | 820 |\n| --- | --- |');
});

it('says that everything in a file is hidden', async () => {
  const sheets = '<workbook xmlns:r="r"><sheets><sheet name="Costs" r:id="rId1" state="hidden"/></sheets></workbook>';
  const row = `${cells('Bike', '410')}</row>`;
  const files = [makeXlsx(`<row>${row}`, { 'xl/workbook.xml': sheets }), makeXlsx(`<row hidden="1">${row}`)];
  for (const file of files)
    await expect(extract(file, 'bikes.xlsx')).rejects.toMatchObject({
      code: 'empty',
      message: expect.stringContaining('hidden'),
    });
});

it('leaves out hidden text of a DOCX', async () => {
  const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const body =
    `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Shown, ')}${run('internal, ', '<w:vanish/>')}` +
    `${run('also shown', '<w:vanish w:val="0"/>')}</w:p>`;
  expect(await extract(makeDocx(body), 'a.docx')).toBe('Shown, also shown');
});

it('leaves out the prompts of fields of a DOCX that were not filled in', async () => {
  const field = (text: string, properties: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:r><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt>`;
  const body =
    `<w:p>${field('Brooks Cycles', '<w:alias w:val="Name"/>')}${field(' [Phone]', '<w:showingPlcHdr/>')}` +
    `${field(', Bristol', '<w:showingPlcHdr w:val="0"/>')}</w:p>`;
  expect(await extract(makeDocx(body), 'a.docx')).toBe('Brooks Cycles, Bristol');
});

const faq =
  '<h1>Questions</h1><p>Here are the answers to what our customers ask us most often, in no special order.</p>' +
  '<h2><button aria-expanded="false" aria-controls="a1">Do you ship?</button></h2><div id="a1" hidden>Everywhere.</div>' +
  '<button role="tab" aria-controls="a2">Returns</button><div id="a2" role="tabpanel" aria-hidden="true" hidden>Two weeks.</div>' +
  '<div hidden="until-found">Found by a search.</div><div id="note" hidden>Not shown.</div>' +
  '<button aria-controls="note">Copy</button>' +
  '<button aria-expanded="false" aria-haspopup="true" aria-controls="m">Menu</button><div id="m" hidden>Not shown: menu</div>' +
  '<input role="combobox" aria-expanded="false" aria-controls="c"><div id="c" hidden>Not shown: choices</div>' +
  '<button aria-expanded="false" aria-controls="d">Log in</button><div id="d" role="dialog" hidden>Not shown: log in</div>';

it.each([{}, { contentType: 'text/html', address: 'https://shop.test/faq' }])(
  'keeps what a page shows when a control of it is used, and leaves out what it never shows: %o',
  async (fetched) => {
    const { text } = await extractText(
      { bytes: Buffer.from(`<!doctype html><html><body>${faq}</body></html>`) },
      { workspaceId: 'default', fileName: 'faq.html', mode: 'markdown', ...fetched },
    );
    for (const answer of ['Everywhere.', 'Two weeks.', 'Found by a search.'])
      expect(text.split(answer)).toHaveLength(2);
    expect(text).not.toContain('Not shown');
  },
);
