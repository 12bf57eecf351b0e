import { useIsFetching } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { useFirstRun } from './first-run.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Sites() {
  const sites = useFirstRun()?.sites.join(', ');
  return (
    <p>
      Seen on {sites}, {useIsFetching()} requests
    </p>
  );
}

test('a new chat is looked for on the owner’s site until it is seen there', async () => {
  const checks = (...names: string[]) => ({ data: [{ name: 'sites', items: names.map((name) => ({ name })) }] });
  const { sent, answer } = startApiDouble({
    'GET /api/v1/agents': { data: [] },
    'GET /api/v1/knowledge-bases': { data: [] },
    'GET /api/v1/chat-interfaces': {
      data: [
        { id: 'chi_1', slug: 'harbour' },
        { id: 'chi_2', slug: 'ferry' },
      ],
    },
    'GET /api/v1/chat-interfaces/chi_1/checks': checks(),
    'GET /api/v1/chat-interfaces/chi_2/checks': checks(),
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderInConsole(<Sites />);
  const asked = () => sent.filter(({ path }) => path.endsWith('/checks')).length;
  const passMinute = async () => act(() => void vi.advanceTimersByTime(60_000));
  const waitMinutes = async (check: () => void) =>
    vi.waitFor(async () => {
      await passMinute();
      check();
    });
  await waitMinutes(() => expect(asked()).toBeGreaterThan(2));
  answer('GET /api/v1/chat-interfaces/chi_2/checks', checks('shop.example'));
  await waitMinutes(() => expect(screen.getByText(/Seen on shop.example/)).toBeTruthy());
  await vi.waitFor(() => expect(screen.getByText(/, 0 requests/)).toBeTruthy());
  const before = asked();
  await passMinute();
  expect(asked()).toBe(before);
});
