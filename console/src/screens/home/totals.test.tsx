import { act, cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { Totals } from './totals.tsx';
import { useToday } from './use-today.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const scopes = ['conversations:read', 'personas:read', 'insights:read', 'executions:read'];
const figures = () => screen.getAllByRole('listitem').map((item) => item.textContent);

const answers = (count: number) => {
  const list = { data: [], pagination: { total_count: count } };
  return {
    'GET /api/v1/conversations': list,
    'GET /api/personas/instances': list,
    'GET /api/v1/insights/questions': list,
    'GET /api/v1/executions': list,
    'GET /api/v1/insights/summary': { data: { totals: { conversations: 2 * count, resolved_by_agent: count } } },
    'GET /api/v1/usage': { data: [{ credits: count, replies: count }] },
    'GET /api/v1/workspace': { data: { timezone: 'Asia/Tokyo' } },
  };
};
const shown = (count: number) => [
  `Waiting for a person${count}`,
  `Tasks that need a decision${count}`,
  `Unanswered questions${count}`,
  `Conversations${2 * count}`,
  'Resolved by agents50%',
  `Failed executions${count}`,
  `Replies of agents${count}`,
  `Credits used${count}1 credit ≈ 1,000 tokens`,
];

test('the figures are refreshed while they are seen, and stay if that fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { sent, answer } = startApiDouble(answers(1));
  renderInConsole(<Totals />, { ...ownerMe, scopes });
  await vi.waitFor(() => expect(figures()).toEqual(shown(1)));
  const passMinute = async () => act(() => void vi.advanceTimersByTime(60_000));
  const waitMinutes = async (check: () => void) =>
    vi.waitFor(async () => {
      await passMinute();
      check();
    });
  const answerAll = (handlers: ReturnType<typeof answers>) =>
    Object.entries(handlers).forEach(([name, handler]) => answer(name, handler));

  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  answerAll(answers(4));
  const before = sent.length;
  await passMinute();
  expect(sent).toHaveLength(before);
  visibility.mockReturnValue('visible');
  await waitMinutes(() => expect(figures()).toEqual(shown(4)));

  for (const name of Object.keys(answers(0))) answer(name, { status: 400, code: 'validation_error' });
  const refused = sent.length;
  // A second request follows the response to the first one.
  await waitMinutes(() => expect(sent.length).toBeGreaterThanOrEqual(refused + 2 * 6));
  expect(figures()).toEqual(shown(4));
  answerAll(answers(5));
  await waitMinutes(() => expect(figures()).toEqual(shown(5)));
});

test('a figure that could never be read says so', async () => {
  startApiDouble({ ...answers(1), 'GET /api/v1/usage': { status: 400, code: 'validation_error' } });
  renderInConsole(<Totals />, { ...ownerMe, scopes });
  expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  expect(figures()).not.toContain('Replies of agents1');
});

test.each([
  [300, 300, '100%'],
  [300, 299, '99%'],
  [300, 1, '1%'],
  [300, 0, '0%'],
  [0, 0, '–'],
])('of %i conversations, agents resolved %i: %s', async (conversations, resolved, share) => {
  const summary = { data: { totals: { conversations, resolved_by_agent: resolved } } };
  startApiDouble({ ...answers(1), 'GET /api/v1/insights/summary': summary });
  renderInConsole(<Totals />, { ...ownerMe, scopes });
  await vi.waitFor(() => expect(figures()).toContain(`Conversations${conversations}`));
  expect(figures()).toContain(`Resolved by agents${share}`);
});

function Day({ timeZone }: { timeZone?: string }) {
  const { day, at } = useToday(timeZone);
  return (
    <p>
      {day} {at}
    </p>
  );
}

test.each([
  ['UTC', undefined, '2026-05-01T23:59:10Z', '2026-05-01 2026-05-01T00:00', '2026-05-02 2026-05-02T00:00'],
  ['a time zone', 'Asia/Tokyo', '2026-05-01T14:59:10Z', '2026-05-01 2026-04-30T15:00', '2026-05-02 2026-05-01T15:00'],
])('today ends at midnight in %s', async (_, timeZone, now, before, after) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(now) });
  renderInConsole(<Day {...(timeZone !== undefined && { timeZone })} />);
  expect(screen.getByText(`${before}:00.000Z`)).toBeTruthy();
  await act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(`${after}:00.000Z`)).toBeTruthy();
});

test('today’s conversations, failed executions and credits are those since midnight in the time zone of the workspace', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T20:00:00Z') });
  const { sent } = startApiDouble(answers(1));
  renderInConsole(<Totals />, { ...ownerMe, scopes });
  await vi.waitFor(() => expect(figures()).toEqual(shown(1)));
  const summaries = sent
    .map(({ path }) => new URL(path, 'https://console.example'))
    .filter(({ pathname }) => pathname.endsWith('/summary'));
  expect(summaries.map(({ searchParams }) => searchParams.get('from'))).toEqual(['2026-05-01T15:00:00.000Z']);
  const used = sent.filter(({ path }) => path.startsWith('/api/v1/usage')).map(({ path }) => path);
  expect(used).toEqual([
    `/api/v1/usage?from=${encodeURIComponent('2026-05-01T15:00:00.000Z')}&group_by=day&days=workspace`,
  ]);
  const failed = sent.filter(({ path }) => path.includes('status=failed'));
  expect(failed.map(({ path }) => path)).toEqual([
    `/api/v1/executions?status=failed&failed_since=${encodeURIComponent('2026-05-01T15:00:00.000Z')}&per_page=1`,
  ]);
  const link = screen.getByRole('link', { name: 'Failed executions' });
  expect(link.getAttribute('href')).toBe('/executions?status=failed&failed_since=2026-05-02');
});
