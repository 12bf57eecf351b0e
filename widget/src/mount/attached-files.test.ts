import { expect, test } from 'vitest';
import { appear, find, usePageWithChats } from '../testing/page-with-chats.ts';

const page = usePageWithChats();

test.each([
  [[], ''],
  [['pdf', '.png', 'image/*'], '.pdf,.png,image/*'],
  [['png', 'jpeg'], '.png,.jpg,.jpeg'],
  [['pdf', 'text/markdown'], ''],
])('for the allowed types %j, the picker offers "%s"', async (allowedTypes, accept) => {
  page.server.face.uploads = { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes };
  const handle = page.mount({ open: true });
  expect(((await appear('input[type=file]')) as HTMLInputElement).accept).toBe(accept);
  handle.close();
});

test('a file whose type the browser leaves empty is sent if its name fits', async () => {
  page.server.face.uploads = { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: ['text/markdown'] };
  const handle = page.mount({ open: true });
  const picker = (await appear('input[type=file]')) as HTMLInputElement;
  Object.defineProperty(picker, 'files', { value: [new File(['# Notes'], 'notes.md')], configurable: true });
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await appear('.file');
  expect(find('.file').textContent).not.toContain('accepted');
  handle.close();
});

const acceptFiles = () => {
  page.server.face.uploads = { enabled: true, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: [] };
};

/** Enters a text in the place of the field's, as typing, dropping and input methods do. */
function enter(area: HTMLElement, value: string): void {
  Object.assign(area, { value });
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a text that is too long for a message is not truncated: a notice offers to attach it', async () => {
  acceptFiles();
  const handle = page.mount({ open: true });
  const area = (await appear('textarea')) as HTMLTextAreaElement;
  expect(area.maxLength).toBeLessThan(0);
  enter(area, 'Please read this: ');
  await appear('.go[aria-disabled=false]');
  enter(area, `Please read this: ${'x'.repeat(200_000)}`);
  const notice = await appear('.overlong');
  expect(notice.textContent).toContain('200,000 characters; a message can hold 32,000.');
  expect(area.value).toBe('Please read this: ');
  notice.querySelector<HTMLElement>('.link')?.click();
  expect((await appear('.file bdi')).textContent).toBe('Pasted text.txt');
  expect(area.value).toBe('Please read this: ');
  expect(() => find('.overlong')).toThrow('matches');
  handle.close();
});

test('a message that becomes too long is attached as a whole', async () => {
  acceptFiles();
  const handle = page.mount({ open: true });
  const area = (await appear('textarea')) as HTMLTextAreaElement;
  enter(area, 'x'.repeat(32_000));
  await appear('.go[aria-disabled=false]');
  enter(area, 'x'.repeat(32_001));
  const notice = await appear('.overlong');
  expect(notice.textContent).toContain('32,001 characters');
  expect(area.value).toHaveLength(32_000);
  notice.querySelector<HTMLElement>('.link')?.click();
  await appear('.file bdi');
  await expect.poll(() => area.value).toBe('');
  handle.close();
});

test.each(['prefill', 'send'] as const)('a too long text of the call %s is offered as a file', async (verb) => {
  acceptFiles();
  const handle = page.mount({ open: true });
  await appear('textarea');
  handle[verb]('x'.repeat(40_000));
  expect((await appear('.overlong')).textContent).toContain('40,000 characters');
  expect(handle.getState().messages).toEqual([]);
  handle.close();
});

test('if files are not accepted, the notice about a long text offers nothing', async () => {
  page.server.face.uploads = { enabled: false, maxFiles: 2, maxFileSizeMb: 1, allowedTypes: [] };
  page.mount({ open: true });
  enter(await appear('textarea'), 'x'.repeat(32_001));
  expect((await appear('.overlong')).querySelector('.link')).toBeNull();
});
