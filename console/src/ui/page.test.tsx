import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Page } from './page.tsx';
import { LinkTabs } from './tabs.tsx';

afterEach(cleanup);

test('the title of the document names the tab, so that those of one page differ', async () => {
  history.replaceState(null, '', '/agents/agt_1');
  const tabs = [
    { href: '/agents/agt_1', title: 'Setup' },
    { href: '/agents/agt_1/versions', title: 'Versions' },
  ];
  renderInConsole(
    <Page title="Harbour guide">
      <LinkTabs label="Harbour guide" tabs={tabs} />
    </Page>,
  );
  await waitFor(() => expect(document.title).toBe('Setup · Harbour guide · Portico'));
  fireEvent.click(screen.getByRole('link', { name: 'Versions' }));
  await waitFor(() => expect(document.title).toBe('Versions · Harbour guide · Portico'));
});
