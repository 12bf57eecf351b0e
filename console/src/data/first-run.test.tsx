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

function Sites({ pollMs }: { pollMs: number | false }) {
  const sites = useFirstRun(pollMs)?.sites.join(', ');
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
    'GET /api/v1/documents': { data: [] },
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
  renderInConsole(<Sites pollMs={5_000} />);
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

test('a screen that doesn’t show the step asks once', async () => {
  const { sent } = startApiDouble({
    'GET /api/v1/agents': { data: [] },
    'GET /api/v1/knowledge-bases': { data: [] },
    'GET /api/v1/documents': { data: [{ id: 'doc_1' }] },
    'GET /api/v1/chat-interfaces': { data: [{ id: 'chi_1', slug: 'harbour' }] },
    'GET /api/v1/chat-interfaces/chi_1/checks': { data: [] },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderInConsole(<Sites pollMs={false} />);
  const checks = () => sent.filter(({ path }) => path.endsWith('/checks'));
  // None is on its way before the first, and between two that follow each other.
  await vi.waitFor(() => expect(checks()).toHaveLength(1));
  await vi.waitFor(() => expect(screen.getByText(/, 0 requests/)).toBeTruthy());
  const asked = sent.length;
  await act(() => void vi.advanceTimersByTime(600_000));
  expect(sent.length).toBe(asked);
  expect(checks()).toHaveLength(1);
});

function Progress() {
  const run = useFirstRun(false);
  return <p>{run == null ? 'Nothing yet' : `${run.agentId} ${run.hasKnowledge}`}</p>;
}

function Requests() {
  return <p>{useIsFetching()} requests</p>;
}

/** More items than a page of a list has; the demo, which is the oldest, isn't on it. */
function startLarge(readyDocuments: { all: number; demo: number }) {
  const page = { pagination: { total_count: 150, total_pages: 2, has_next: true } };
  const hundred = (make: (at: number) => object) => ({
    data: Array.from({ length: 100 }, (_, at) => make(at)),
    ...page,
  });
  return startApiDouble({
    'GET /api/v1/agents': hundred((at) => ({ id: `agt_${at}`, knowledge_base_ids: [] })),
    'GET /api/v1/agents/agt_demo': { data: { id: 'agt_demo', knowledge_base_ids: ['kb_demo'] } },
    'GET /api/v1/knowledge-bases': hundred((at) => ({ id: `kb_${at}`, document_count: 0 })),
    'GET /api/v1/chat-interfaces': ({ path }) =>
      path.includes('sort=created_at')
        ? { data: [{ id: 'chi_demo', slug: 'demo', agent_id: 'agt_demo' }], ...page }
        : hundred((at) => ({ id: `chi_${at}`, slug: `chat-${at}` })),
    'GET /api/v1/documents': ({ path }) => {
      const count = path.includes('knowledge_base_id=kb_demo') ? readyDocuments.demo : readyDocuments.all;
      return { data: count === 0 ? [] : [{ id: 'doc_1' }], pagination: { total_count: count } };
    },
    ...Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`GET /api/v1/chat-interfaces/chi_${at}/checks`, { data: [] }]),
    ),
  });
}

test('knowledge is found however many knowledge bases there are', async () => {
  const { sent } = startLarge({ all: 8, demo: 3 });
  renderInConsole(<Progress />);
  await screen.findByText('agt_0 true');
  expect(sent.length).toBeLessThan(20);
});

test('the documents of the demo don’t count, and the first own one is found as soon as it is ready', async () => {
  const documents = { all: 3, demo: 3 };
  startLarge(documents);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderInConsole(<Progress />);
  await screen.findByText('agt_0 false');
  documents.all = 4;
  await vi.waitFor(async () => {
    await act(() => void vi.advanceTimersByTime(10_000));
    expect(screen.getByText('agt_0 true')).toBeTruthy();
  });
});

test('the documents of the demo don’t count while they are still being read', async () => {
  const documents = { all: 3, demo: 3 };
  const { sent } = startLarge(documents);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderInConsole(
    <>
      <Progress />
      <Requests />
    </>,
  );
  await screen.findByText('agt_0 false');
  const readCounts = () => sent.filter(({ path }) => path.startsWith('/api/v1/documents')).length;
  const before = readCounts();
  Object.assign(documents, { all: 29, demo: 29 });
  await vi.waitFor(async () => {
    await act(() => void vi.advanceTimersByTime(10_000));
    expect(readCounts()).toBeGreaterThan(before);
  });
  await screen.findByText('0 requests');
  expect(screen.getByText('agt_0 false')).toBeTruthy();
});
