import { cleanup, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AgentList } from '../screens/agents/agent-list.tsx';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { createApi } from './api.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const second = 1_000;
const hour = 3_600_000;
const showsAge = async (aheadMs: number) => {
  const serverNow = Date.now() + aheadMs;
  startApiDouble({
    'GET /api/v1/agents': {
      data: [
        {
          id: 'agt_1',
          name: 'Guide',
          model: 'm',
          status: 'active',
          tools: [],
          knowledge_base_ids: [],
          updated_at: new Date(serverNow - 2 * hour - 60_000).toISOString(),
        },
      ],
      headers: { Date: new Date(serverNow).toUTCString() },
    },
  });
  renderInConsole(<AgentList />, ownerMe);
  return (await screen.findByText(/ago|in \d|yesterday|tomorrow/)).textContent;
};

test.each([
  ['a day late', 24 * hour],
  ['three hours early', -3 * hour],
  ['right', 0],
])('how long ago something was is right if the clock of the device is %s', async (_, aheadMs) => {
  expect(await showsAge(aheadMs)).toBe('2 hours ago');
});

/** Sends one request for each reply, and returns by how much the console's time is ahead of the device's after each. */
async function readAhead(...replies: readonly (() => Response)[]): Promise<number[]> {
  const api = createApi({ workspace: () => null, onSignedOut: () => {} });
  const found: number[] = [];
  for (const reply of replies) {
    vi.stubGlobal('fetch', async () => reply());
    await api.get('/api/v1/agents').catch(() => {});
    found.push(api.now() - Date.now());
  }
  api.close();
  return found;
}
const replyAt = (time: number) => Response.json({ data: [] }, { headers: { Date: new Date(time).toUTCString() } });

test('a response that was under way while the device slept does not change the time', async () => {
  const slept = () => {
    const response = replyAt(Date.now());
    vi.setSystemTime(Date.now() + 8 * hour);
    return response;
  };
  expect(await readAhead(slept)).toEqual([0]);
});

test('the time does not jump between responses if the clock of the device is wrong by about a minute', async () => {
  vi.setSystemTime('2026-05-10T12:00:00Z');
  const ahead = (seconds: number) => () => replyAt(Date.now() + seconds * second);
  expect(await readAhead(ahead(61), ahead(59), ahead(61))).toEqual([61 * second, 61 * second, 61 * second]);
});

test('the clock of a proxy is not the clock of the server', async () => {
  const refuse = () => new Response('', { status: 502, headers: { Date: new Date(Date.now() + hour).toUTCString() } });
  expect(await readAhead(refuse)).toEqual([0]);
});
