import { expect, it } from 'vitest';
import { makeDocx, wordParagraph } from '../../../../test/documents.ts';
import { extractText } from '../extract-text.ts';

const extract = async (bytes: Uint8Array): Promise<string> =>
  (await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.docx', mode: 'markdown' })).text;

const relations = (names: readonly string[]): string =>
  `<Relationships>${names.map((name) => `<Relationship Id="${name}" Target="${name}.xml"/>`).join('')}</Relationships>`;

/** A DOCX whose sections have these properties, and parts with these texts by name. */
function makeWithHeaders(
  sections: readonly string[],
  parts: Readonly<Record<string, string>>,
  settings = '',
  relationships = relations(Object.keys(parts)),
): Buffer {
  const body = sections.map(
    (properties, index) =>
      `${wordParagraph(`Text ${index + 1}`)}<w:p><w:pPr><w:sectPr>${properties}</w:sectPr></w:pPr></w:p>`,
  );
  const entries = Object.entries(parts).map(([name, content]) => [
    `word/${name}.xml`,
    `<w:hdr xmlns:w="w">${content}</w:hdr>`,
  ]);
  return makeDocx(body.join(''), {
    ...Object.fromEntries(entries),
    'word/_rels/document.xml.rels': relationships,
    'word/settings.xml': `<w:settings xmlns:w="w">${settings}</w:settings>`,
  });
}

const header = (id: string, type = 'default'): string => `<w:headerReference w:type="${type}" r:id="${id}"/>`;
const footer = (id: string, type = 'default'): string => `<w:footerReference w:type="${type}" r:id="${id}"/>`;

const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const tab = '<w:r><w:tab/></w:r>';
const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${code} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

it('keeps the lines of the headers and footers of a DOCX, each once and without the numbers of pages', async () => {
  const phone = wordParagraph('Phone 0117 496 0123');
  const parts = {
    top: wordParagraph('Brooks Cycles') + wordParagraph('12 Harbour Street, Bristol'),
    bottom:
      phone +
      `<w:p>${run('info@brooks.test')}${tab}${run('Page ')}${field('PAGE', '7')}${run(' of ')}` +
      `<w:fldSimple w:instr=" NUMPAGES ">${run('12')}</w:fldSimple></w:p>` +
      `<w:p>${run('Issued ')}${field('DATE', '3 May')}</w:p>`,
    other: phone + wordParagraph('Workshop: 0117 496 0199'),
  };
  const text = await extract(
    makeWithHeaders([header('top') + footer('bottom'), header('top') + footer('other')], parts),
  );
  expect(text).toBe(
    [
      'Brooks Cycles\n12 Harbour Street, Bristol',
      'Phone 0117 496 0123\ninfo@brooks.test\nIssued 3 May',
      'Workshop: 0117 496 0199',
      'Text 1',
      'Text 2',
    ].join('\n\n'),
  );
});

it('keeps what is beside the number of a page in the same line', async () => {
  const page = `${run('Page ')}${field('PAGE', '7')}${run(' of ')}${field('NUMPAGES', '12')}`;
  const parts = {
    top: `<w:p>${run('Brooks Cycles | Bristol – ')}${page}</w:p><w:p>${run('Tel. 0117 496 0123 · ')}${page}</w:p>`,
    bottom: `<w:p>${page}</w:p><w:p>${page}${run(' — Handbook')}</w:p>`,
  };
  expect(await extract(makeWithHeaders([header('top') + footer('bottom')], parts))).toBe(
    'Brooks Cycles | Bristol\nTel. 0117 496 0123\n\nHandbook\n\nText 1',
  );
});

it('leaves out the headers of a DOCX that no page shows', async () => {
  const parts = {
    first: wordParagraph('Shown on a first page'),
    even: wordParagraph('Shown on even pages'),
    unused: wordParagraph('Removed'),
  };
  const section = header('first', 'first') + footer('even', 'even');
  expect(await extract(makeWithHeaders([section], parts))).toBe('Text 1');
  const all = makeWithHeaders([`${section}<w:titlePg/>`], parts, '<w:evenAndOddHeaders/>');
  expect(await extract(all)).toBe('Shown on a first page\n\nShown on even pages\n\nText 1');
});

it('finds the headers of a DOCX by any form of their names, and those of an earlier section', async () => {
  const parts = { first: wordParagraph('Brooks Cycles'), other: wordParagraph('12 Harbour Street') };
  const names = `<Relationships><Relationship Id="first" Target="./first.xml"/><Relationship Id="other" Target="/word/x/../other.xml"/></Relationships>`;
  const docx = makeWithHeaders([header('first', 'first'), '<w:titlePg/>', footer('other')], parts, '', names);
  expect(await extract(docx)).toBe('Brooks Cycles\n\n12 Harbour Street\n\nText 1\n\nText 2\n\nText 3');
});

it('reads a DOCX without those of its headers that are damaged', async () => {
  const parts = { top: '<w:p>', bottom: wordParagraph('Tel. 0117 496 0123') };
  const section = header('top') + footer('bottom');
  expect(await extract(makeWithHeaders([section], parts))).toBe('Tel. 0117 496 0123\n\nText 1');
  expect(await extract(makeWithHeaders([section], parts, '', '<Relationships>'))).toBe('Text 1');
});

it('keeps the numbers of pages in the text of a DOCX, and what follows a field without an end', async () => {
  const body =
    `<w:p>${run('A guide of ')}<w:fldSimple w:instr="NUMPAGES">${run('12')}</w:fldSimple>${run(' pages, ')}` +
    `${field('PAGE', '7').replace('<w:r><w:fldChar w:fldCharType="end"/></w:r>', '')}</w:p>${wordParagraph('The end')}`;
  expect(await extract(makeDocx(body))).toBe('A guide of 12 pages, 7\n\nThe end');
});

it('reads a DOCX whose sections all have headers of other types in linear time', async () => {
  const makeMany = (count: number): Buffer =>
    makeWithHeaders(
      Array.from({ length: count }, (_, at) => header('top', `type-${at}`)),
      { top: wordParagraph('Never shown') },
    );
  const measure = async (count: number): Promise<number> => {
    const startedAt = performance.now();
    expect(await extract(makeMany(count))).not.toContain('Never shown');
    return performance.now() - startedAt;
  };
  await measure(100);
  expect((await measure(8_000)) / (await measure(1_000))).toBeLessThan(24);
});
