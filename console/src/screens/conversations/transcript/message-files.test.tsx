import type { Attachment } from '@portico/shared-types/api/messages';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { MessageFiles } from './message-files.tsx';

let scrollIntoView: () => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        scrollIntoView = () => onChange([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const picture: Attachment = { file_id: 'file_1', file_name: 'quay.png', mime_type: 'image/png', file_size: 2_000 };
const address = 'https://portico.example/files/file_1?expires=1&signature=a';

/** The beginning of a PNG. */
function pngOf(width: number, height: number): Blob {
  const head = new DataView(new ArrayBuffer(33));
  [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, width, height].forEach((word, at) => head.setUint32(at * 4, word));
  return new Blob([head.buffer]);
}

function show(file: Attachment, scopes = ['files:read'], bytes: Blob = pngOf(640, 480)) {
  const api = startApiDouble({
    'GET /api/v1/files/file_1': { data: { id: 'file_1', download_url: address } },
    'GET /files/file_1': { file: bytes },
  });
  renderInConsole(
    <ToasterProvider>
      <MessageFiles files={[file]} />
    </ToasterProvider>,
    { ...ownerMe, scopes },
  );
  return api;
}

test('a picture is only loaded once it is near the visible part of the transcript', async () => {
  const { sent } = show(picture);
  const button = await screen.findByRole('button', { name: 'Open picture quay.png' });
  expect([sent.length, button.querySelector('img')]).toEqual([0, null]);
  scrollIntoView();
  await waitFor(() => expect(button.querySelector('img')?.src).toBe(address));
  expect(sent.map(({ path }) => path)).toEqual(['/api/v1/files/file_1', '/files/file_1?expires=1&signature=a']);
});

test.each([
  ['with more pixels than a browser can hold for many at once', pngOf(12_000, 12_000)],
  ['that is none', new Blob(['<html>'])],
  ['whose size is unknown', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])])],
])('a picture %s has its name in its place', async (_, bytes) => {
  show(picture, ['files:read'], bytes);
  scrollIntoView();
  expect(await screen.findByRole('button', { name: 'quay.png' })).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

test.each([
  { mime_type: 'image/svg+xml' },
  { mime_type: 'text/html' },
  { mime_type: 'application/pdf' },
  { file_size: 11 * 1024 * 1024 },
])('by its name only: %o', (about) => {
  const { sent } = show({ ...picture, ...about });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'quay.png' }).disabled).toBe(false);
  expect([sent.length, document.querySelector('img')]).toEqual([0, null]);
});

test('members who may not read files see the name of a picture', () => {
  const { sent } = show(picture, []);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'quay.png' }).disabled).toBe(true);
  expect([sent.length, document.querySelector('img')]).toEqual([0, null]);
});

test('a picture that is broken or deleted has its name in its place, and says why it can’t be opened', async () => {
  const { answer } = show(picture);
  scrollIntoView();
  const button = screen.getByRole('button', { name: 'Open picture quay.png' });
  const image = await waitFor(() => button.querySelector('img') ?? Promise.reject(new Error('no picture')));
  fireEvent.error(image);
  answer('GET /api/v1/files/file_1', { status: 404, code: 'resource_not_found' });
  fireEvent.click(await screen.findByRole('button', { name: 'quay.png' }));
  expect(await screen.findByText('It does not exist, or was deleted.')).toBeTruthy();
});
