import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { AgentList } from '../screens/agents/agent-list.tsx';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
