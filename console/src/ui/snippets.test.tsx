import { cleanup } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Snippets } from './snippets.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['portico.example.com', false],
  ['localhost.example.com', false],
])('a snippet with the address %s says whether it works on this machine only', (hostname, isLocal) => {
  startApiDouble({});
  vi.stubGlobal('location', new URL(`http://${hostname}/`));
  const text = '<script></script>';
  const { queryByText } = renderInConsole(
    <Snippets reference="install-on-a-site" snippets={[{ kind: 'script', help: 'Before </body>', text }]} />,
  );
  expect(queryByText(/works on this computer only/) !== null).toBe(isLocal);
});
