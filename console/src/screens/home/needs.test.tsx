import { useIsFetching } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { Needs } from './needs.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const scopes = ['knowledge-bases:read', 'webhooks:read', 'triggers:read', 'executions:read'];
/** The day began at five in UTC. */
const now = new Date('2026-01-03T03:00:00Z');
const since = '2026-01-02T05:00:00.000Z';
const show = () => renderInConsole(<Needs />, { ...ownerMe, scopes });
const sourceOf = (at: number) => ({
  id: `src_${at}`,
  knowledge_base_id: 'kb_1',
  type: 'website',
  url: `https://site${at}.example/`,
  urls: [],
  error: { message: 'robots.txt returned 503' },
});
const nothing = {
  'GET /api/v1/workspace': { data: { timezone: 'America/New_York' } },
  'GET /api/v1/sources': { data: [] },
  'GET /api/v1/webhooks': { data: [] },
  'GET /api/v1/triggers': { data: [] },
  'GET /api/v1/executions': { data: [] },
};

test('the first 20 failed sources are listed, and how many more there are, with few requests', async () => {
  const { sent } = startApiDouble({
    ...nothing,
    'GET /api/v1/sources': {
      data: Array.from({ length: 20 }, (_, at) => sourceOf(at)),
      pagination: { total_count: 23, total_pages: 2, has_next: true },
    },
  });
  show();
  const link = await screen.findByRole('link', { name: /site19.example/ });
  expect(link.getAttribute('href')).toBe('/knowledge/kb_1/sources/src_19');
  expect(screen.getByText('3 more sites could not be read')).toBeTruthy();
  expect(sent.filter(({ path }) => path.includes('/sources')).map(({ path }) => path)).toEqual([
    '/api/v1/sources?status=failed&per_page=20',
  ]);
  expect(sent.length).toBeLessThan(7);
});

test('only webhooks with failed deliveries are asked how many', async () => {
  const { sent } = startApiDouble({
    ...nothing,
    'GET /api/v1/webhooks': { data: [{ id: 'whk_1', name: null, url: 'https://hook.example/' }] },
    'GET /api/v1/webhooks/whk_1/deliveries': { data: [{ id: 'dlv_1' }], pagination: { total_count: 4 } },
  });
  show();
  expect((await screen.findByRole('link', { name: '4 deliveries failed today' })).getAttribute('href')).toBe(
    '/settings/webhooks/whk_1',
  );
  expect(sent.find(({ path }) => path.startsWith('/api/v1/webhooks?'))?.path).toContain(
    `failed_since=${encodeURIComponent(since)}`,
  );
});

test('a schedule that could not start its workflow is listed with the reason, unless it is off', async () => {
  const trigger = {
    enabled: true,
    last_error: { message: 'inputs.text: is required', at: '2026-01-02T09:00:00.000Z' },
  };
  startApiDouble({
    ...nothing,
    'GET /api/v1/triggers': {
      data: [
        { ...trigger, id: 'trg_1', name: 'Every minute' },
        { ...trigger, id: 'trg_2', name: 'Off', enabled: false },
        { ...trigger, id: 'trg_3', name: 'Fine', last_error: null },
      ],
    },
  });
  show();
  const link = await screen.findByRole('link', { name: '“Every minute” could not start its workflow' });
  expect(link.getAttribute('href')).toBe('/settings/triggers?trigger=trg_1');
  expect(screen.getByText('inputs.text: is required')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('executions in which an approval waits are counted', async () => {
  startApiDouble({
    ...nothing,
    'GET /api/v1/executions': ({ path }) => ({
      data: [],
      pagination: { total_count: path.includes('awaiting_approval=true') ? 2 : 0 },
    }),
  });
  show();
  const link = await screen.findByRole('link', { name: '2 executions wait for a decision' });
  expect(link.getAttribute('href')).toBe('/executions?awaiting_approval=true');
});

test('failed executions are counted since the day began in the workspace, and linked as that day', async () => {
  const { sent } = startApiDouble({
    ...nothing,
    'GET /api/v1/executions': ({ path }) => ({
      data: [],
      pagination: { total_count: path.includes('status=failed') ? 3 : 0 },
    }),
  });
  show();
  const link = await screen.findByRole('link', { name: '3 executions failed today' });
  expect(link.getAttribute('href')).toBe('/executions?status=failed&failed_since=2026-01-02');
  const counted = sent.find(({ path }) => path.includes('/executions?status=failed'));
  expect(new URL(counted?.path ?? '', location.origin).searchParams.get('failed_since')).toBe(since);
});

test('what needs attention is read again while it is seen', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
  const { answer, sent } = startApiDouble(nothing);
  show();
  await vi.waitFor(() => expect(new Set(sent.map(({ path }) => path)).size).toBe(6));
  const total = (count: number) => ({ data: [], pagination: { total_count: count } });
  answer('GET /api/v1/executions', total(2));
  answer('GET /api/v1/sources', { data: [sourceOf(1)] });
  answer('GET /api/v1/triggers', {
    data: [{ id: 'trg_1', name: 'Nightly', enabled: true, last_error: { message: 'is paused', at: since } }],
  });
  answer('GET /api/v1/webhooks', { data: [{ id: 'whk_1', name: 'CRM', url: 'https://hook.example/' }] });
  answer('GET /api/v1/webhooks/whk_1/deliveries', total(4));
  const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
  await vi.waitFor(async () => {
    await act(() => void vi.advanceTimersByTime(60_000));
    expect(links()).toEqual([
      '2 executions wait for a decision',
      '2 executions failed today',
      '“Nightly” could not start its workflow',
      'site1.example could not be read',
      '4 deliveries failed today',
    ]);
  });
});

function Reading() {
  return <output>{useIsFetching()}</output>;
}

test('an open Home with many failing webhooks leaves half of the requests that a member may send in a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(since) });
  const failing = Array.from({ length: 20 }, (_, at) => ({
    id: `whk_${at}`,
    name: 'CRM',
    url: 'https://hook.example/',
  }));
  const { sent } = startApiDouble({
    ...nothing,
    'GET /api/v1/webhooks': { data: failing },
    ...Object.fromEntries(
      failing.map(({ id }) => [`GET /api/v1/webhooks/${id}/deliveries`, { data: [], pagination: { total_count: 1 } }]),
    ),
  });
  const needs = (
    <>
      <Needs />
      <Reading />
    </>
  );
  renderInConsole(needs, { ...ownerMe, scopes });
  await vi.waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(20));
  const before = sent.length;
  for (let seconds = 0; seconds < 600; seconds += 10) {
    await act(async () => void vi.advanceTimersByTime(10_000));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'));
  }
  const perDay = (sent.length - before) * 6 * 24;
  expect(perDay).toBeGreaterThan(0);
  expect(perDay).toBeLessThan(50_000 / 2);
});
