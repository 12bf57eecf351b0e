import { expect, test } from 'vitest';
import { acceptOf, extensionOf, mayUpload } from './may-upload.ts';

const pdf: [string, string] = ['Report.PDF', 'application/pdf'];

test.each<[string, string, string[]]>([
  [...pdf, []],
  [...pdf, ['pdf']],
  [...pdf, ['.pdf']],
  [...pdf, ['application/pdf']],
  [...pdf, ['png', 'application/*']],
  // Browsers leave the type empty, or report what the system has for the extension.
  ['notes.md', '', ['text/markdown']],
  ['notes.markdown', '', ['md']],
  ['a.csv', 'application/vnd.ms-excel', ['text/csv']],
  ['a.csv', 'application/vnd.ms-excel', ['csv']],
  ['main.ts', 'video/mp2t', ['ts']],
  ['main.go', '', ['text/*']],
  ['lib.rs', 'application/rls-services+xml', ['text/x-rust']],
  ['page.htm', 'TEXT/HTML; charset=utf-8', ['html']],
  ['a.xml', 'application/xml', ['text/xml']],
  ['a.xml', 'text/xml', ['application/xml']],
  ['a.jpeg', 'image/jpeg', ['jpg']],
  ['a.jpeg', '', ['.JPG']],
  ['a.jpg', '', ['jpeg']],
  ['a.jfif', 'image/jpeg', ['jpg']],
  ['a.bin', 'image/png', ['image/*']],
  ['a.exe', 'application/x-msdownload', ['*/*']],
  ['a.xyz', 'application/x-xyz', ['xyz']],
  // In doubt, the server decides.
  ['scan', '', ['pdf']],
  ['LICENSE', 'application/octet-stream', ['text/plain']],
  ['scan.tmp', '', ['image/*']],
  ['.profile', '', ['pdf']],
])('%s of the type "%s" may be uploaded by the rules %j', (name, type, rules) => {
  expect(mayUpload({ name, type }, rules)).toBe(true);
});

test.each<[string, string, string[]]>([
  [...pdf, ['png']],
  [...pdf, ['image/*']],
  [...pdf, ['df']],
  ['notes.md', '', ['pdf', 'text/plain']],
  ['a.xls', 'application/vnd.ms-excel', ['csv']],
  ['main.go', '', ['rs']],
  ['a.exe', 'application/x-msdownload', ['text/markdown', 'image/*']],
])('%s of the type "%s" is refused by the rules %j', (name, type, rules) => {
  expect(mayUpload({ name, type }, rules)).toBe(false);
});

test('an extension is what follows the last dot, but not a whole name', () => {
  expect(['a.tar.GZ', 'README', '.profile', 'a.'].map(extensionOf)).toEqual(['gz', '', '', '']);
});

test('a picker offers every spelling of the allowed types, also those that the system has no type for', () => {
  expect(acceptOf([])).toBe('');
  expect(acceptOf(['image/jpeg'])).toBe('image/jpeg,.jpg,.jpeg');
  expect(acceptOf(['pdf', '.jpeg', 'rs'])).toBe('.pdf,.jpeg,.rs,.jpg');
  expect(acceptOf(['text/x-go'])).toBe('text/x-go,.go');
});
