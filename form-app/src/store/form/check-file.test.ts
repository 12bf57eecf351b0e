import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { expect, test } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { createTexts } from '../../text/texts.ts';
import { exampleForm } from './example-form.ts';
import { allowsImages, checkFile, nameTypes } from './check-file.ts';

const form = (changes: Partial<PublicForm>): PublicForm => ({ ...exampleForm, ...changes });
const texts = createTexts('en', en);

test('the size limit is MB of 1,048,576 bytes, and one byte more is too many', () => {
  const limited = form({ maxFileSizeMb: 1, allowedFileTypes: [] });
  expect(checkFile(new File([new Uint8Array(1_048_576)], 'a.txt'), limited, texts)).toBeNull();
  expect(checkFile(new File([new Uint8Array(1_048_577)], 'a.txt'), limited, texts)).toEqual({
    key: 'fileTooLarge',
    values: { size: '1.1 MB', limit: '1 MB' },
  });
});

test('a kind is recognised by its type, a wildcard, or the name if the system knows no type', () => {
  const limited = form({ allowedFileTypes: ['text/markdown', 'image/*'] });
  expect(checkFile(new File(['x'], 'notes.MD'), limited, texts)).toBeNull();
  expect(checkFile(new File(['x'], 'a.bin', { type: 'image/png' }), limited, texts)).toBeNull();
  expect(checkFile(new File([], 'a.exe', { type: 'application/x-msdownload' }), limited, texts)).toEqual({
    key: 'fileWrongType',
  });
});

test('an empty file is refused with a specific text', () => {
  expect(checkFile(new File([], 'a.txt'), form({ allowedFileTypes: [] }), texts)).toEqual({ key: 'fileEmpty' });
});

test('a kind can be given as an extension, and source code is left to the server', () => {
  const limited = form({ allowedFileTypes: ['pdf', '.jpeg', 'rs'] });
  expect(checkFile(new File(['x'], 'a.bin', { type: 'application/pdf' }), limited, texts)).toBeNull();
  expect(checkFile(new File(['x'], 'photo.JPG'), limited, texts)).toBeNull();
  expect(checkFile(new File(['x'], 'main.rs'), limited, texts)).toBeNull();
  expect(checkFile(new File(['x'], 'a.png', { type: 'image/png' }), limited, texts)).toEqual({ key: 'fileWrongType' });
  expect(checkFile(new File(['x'], 'main.go'), limited, texts)).toEqual({ key: 'fileWrongType' });
  expect(checkFile(new File(['x'], 'main.go'), form({ allowedFileTypes: ['text/*'] }), texts)).toBeNull();
  expect(checkFile(new File(['x'], 'scan'), limited, texts)).toBeNull();
  expect(nameTypes(limited.allowedFileTypes)).toEqual(['PDF', 'JPG', 'RS']);
  expect([['pdf'], ['.png'], ['image/webp'], ['*/*']].map(allowsImages)).toEqual([false, true, true, true]);
});

test('the messages name the best known kinds, and those that are allowed by their extension', () => {
  expect(nameTypes(['image/jpeg', 'application/pdf'])).toEqual(['PDF', 'JPG']);
  expect(nameTypes(['mdx', 'xyz', 'text/x-go'])).toEqual(['MD', 'XYZ', 'GO']);
  expect(nameTypes(['application/zip'])).toEqual([]);
  expect(nameTypes(['image/*'])).toEqual(['PNG', 'JPG', 'GIF', 'WEBP']);
});

test('the messages name kinds of a form that accepts all, and show that there are others', () => {
  const all = nameTypes([]);
  expect([all.slice(0, 2), all.at(-1)]).toEqual([['PDF', 'DOCX'], '…']);
  expect(nameTypes(['*/*'])).toEqual(all);
  expect(nameTypes(['text/*']).at(-1)).toBe('…');
});
