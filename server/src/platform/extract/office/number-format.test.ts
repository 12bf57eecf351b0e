import { expect, it } from 'vitest';
import { makeXlsx } from '../../../../test/documents.ts';
import { extractText } from '../extract-text.ts';

/** A table with the value in each of these formats, by their codes or built-in ids. */
async function show(value: number, formats: readonly (string | number)[]): Promise<string[]> {
  const escape = (code: string): string =>
    code.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const custom = formats.map((code, index) =>
    typeof code === 'string' ? `<numFmt numFmtId="${170 + index}" formatCode="${escape(code)}"/>` : '',
  );
  const styles = formats.map((code, index) => `<xf numFmtId="${typeof code === 'string' ? 170 + index : code}"/>`);
  const row = `<row>${formats.map((_, style) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;
  const bytes = makeXlsx(row + row, {
    'xl/styles.xml': `<styleSheet><numFmts>${custom.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
  });
  const { text } = await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.xlsx', mode: 'markdown' });
  return (text.split('\n').at(-1) ?? '').slice(2, -2).split(' | ');
}

it('shows the number of a cell with its currency, unit, percent sign and decimals', async () => {
  const euros = [
    '#,##0.00 [$€-407]',
    '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-',
    '[$€-413]\\ #,##0.00',
    '"$"#,##0',
    '0.0##',
  ];
  expect(await show(1899.5, euros)).toEqual(['1899.50 €', '1899.50 €', '€ 1899.50', '$1900', '1899.5']);
  expect(await show(0.21, [9, 10, 2, 4, '0.0%'])).toEqual(['21%', '21.00%', '0.21', '0.21', '21.0%']);
  expect(await show(-12, ['0" kg"', '#,##0.00;[Red]-#,##0.00', '00000'])).toEqual(['-12 kg', '-12.00', '-00012']);
});

it('leaves the number of a cell in another format as it is stored', async () => {
  const formats = ['General', '# ?/?', '0.00E+00', '#,##0,', '@', '000-0000', '[<1]0%;0', 0, 1];
  expect(await show(1234.5, formats)).toEqual(formats.map(() => '1234.5'));
});

it('rounds the digits that are written, as Excel does', async () => {
  expect(await show(1.005, ['0.00', '0.0'])).toEqual(['1.01', '1.0']);
});

it('reads no format that is longer than Excel allows', async () => {
  const start = performance.now();
  expect(await show(5, ['[$'.repeat(100_000), '0'.repeat(300)])).toEqual(['5', '5']);
  expect(performance.now() - start).toBeLessThan(15_000);
});
