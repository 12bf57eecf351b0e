import { act, cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SourcePage } from './source-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const path = '/api/v1/knowledge-bases/kb_1/sources/src_1';
const counts = { discovered: 0, fetched: 0, created: 0, changed: 0, unchanged: 0, failed: 0, removed: 0, skipped: 0 };
const source = {
  id: 'src_1',
  knowledge_base_id: 'kb_1',
  type: 'website',
  url: 'https://harbor.example/',
  urls: [],
  include: [],
  exclude: [],
  refresh: 'never',
  headers: {},
  error: null,
  counts: { pages: 0, ready: 0, failed: 0, skipped: 0 },
  last_run_at: null,
  next_run_at: null,
};
const runOf = (id: string, status: string) => ({ id, source_id: 'src_1', status, error: null, counts });
const failed = { ...source, status: 'failed', error: { code: 'robots', message: 'robots.txt returned 503' } };

function start(runs: readonly object[]) {
  const api = startApiDouble({
    'GET /api/v1/knowledge-bases/kb_1': { data: { id: 'kb_1', name: 'Harbour' } },
    [`GET ${path}`]: { data: { ...source, status: 'syncing' } },
    [`GET ${path}/runs`]: { data: runs },
    [`GET ${path}/pages`]: { data: [] },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderInConsole(<SourcePage baseId="kb_1" id="src_1" part="pages" />, {
    ...ownerMe,
    scopes: ['knowledge-bases:read', 'knowledge-bases:write'],
  });
  const countOf = (end: string) => api.sent.filter((sent) => sent.path.split('?')[0]?.endsWith(end)).length;
  const waitUntil = async (check: () => void) =>
    vi.waitFor(async () => {
      await act(() => void vi.advanceTimersByTime(5_000));
      check();
    });
  return { ...api, countOf, waitUntil };
}

test('a crawl that has ended before its run was read doesn’t stay in progress', async () => {
  const { answer, countOf, waitUntil } = start([runOf('run_1', 'failed')]);
  await screen.findByText('Reading');
  await vi.waitFor(() => expect(countOf('/pages')).toBe(1));
  answer(`GET ${path}`, { data: failed });
  await waitUntil(() => expect(screen.queryByText('Reading')).toBeNull());
  // The pages were read before the end, too.
  await vi.waitFor(() => expect(countOf('/pages')).toBe(2));
});

test('a run that was started elsewhere is found and followed', async () => {
  const { answer, countOf, waitUntil } = start([runOf('run_1', 'completed')]);
  await screen.findByText('Reading');
  await vi.waitFor(() => expect(countOf('/runs')).toBe(1));
  await screen.findByText('0 of 0 found pages read');
  answer(`GET ${path}/runs`, { data: [runOf('run_2', 'running'), runOf('run_1', 'completed')] });
  await waitUntil(() => expect(countOf('/runs/run_2/events')).toBe(1));
});
