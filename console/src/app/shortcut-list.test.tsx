import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { renderInConsole } from '../test/render-in-console.tsx';
import ShortcutList from './shortcut-list.tsx';

afterEach(cleanup);

test('keys that do the same are separated by a word, those of one chord are not', () => {
  renderInConsole(<ShortcutList screens={[]} onClose={() => {}} />);
  const keys = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(keys[0]).toMatch(/^\S+ K or \/$/);
  expect(keys).toContain('j or k');
});
