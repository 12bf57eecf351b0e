import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { TraceView } from './trace-view.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const trace = {
  rewritten_query: 'Price of a berth',
  passages: [],
  steps: [],
  outcome: 'answered',
  duration_ms: 340,
  credits: 1,
  usage: null,
};

test('the trace that was asked for is open at once, and has the focus', async () => {
  startApiDouble({ 'GET /api/v1/threads/thr_1/messages/msg_1/trace': { data: trace } });
  renderInConsole(<TraceView threadId="thr_1" messageId="msg_1" opened />);
  await screen.findByText('Price of a berth');
  expect(document.activeElement).toBe(screen.getByText('Trace').closest('summary'));
});

test('the trace of a trial is closed, and does not move the focus', async () => {
  startApiDouble({ 'GET /api/v1/threads/thr_1/messages/msg_1/trace': { data: trace } });
  renderInConsole(<TraceView threadId="thr_1" messageId="msg_1" />);
  await screen.findByText('Answered');
  expect(screen.queryByText('Price of a berth')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});
