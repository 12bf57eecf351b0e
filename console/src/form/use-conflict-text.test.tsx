import { screen } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { useCleanBrowser } from '../test/clean-browser.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { useConflictText } from './use-conflict-text.ts';

useCleanBrowser();

function Warning({ names }: { names: readonly string[] }) {
  return <p>{useConflictText(names)?.text}</p>;
}

test('what conflicts in several ways is named once', () => {
  renderInConsole(<Warning names={['City', 'City', 'Age', 'City', 'City']} />);
  expect(screen.getByText(/Also changed by somebody else/).textContent).toContain(': City and Age.');
});
