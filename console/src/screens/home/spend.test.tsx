import { act, cleanup, screen, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { Spend } from './spend.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const today = '2026-05-01';
const scopes = ['interfaces:read', 'insights:read'];
const none = { daily_credits: null, daily_messages: null, daily_submissions: null };

function open(handlers: Parameters<typeof startApiDouble>[0] = {}, member: object = { ...ownerMe, scopes }) {
  const api = startApiDouble({
    'GET /api/v1/chat-interfaces': {
      data: [
        { id: 'chi_1', name: 'Harbour chat', limits: { ...none, daily_credits: 500 } },
        { id: 'chi_2', name: 'Ferry chat', limits: { ...none, daily_messages: 10 }, messages_today: 8 },
      ],
    },
    'GET /api/v1/form-interfaces': {
      data: [
        { id: 'fmi_1', name: 'Offers', limits: { ...none, daily_credits: 40, daily_submissions: 4 } },
        { id: 'fmi_2', name: 'Lost and found', limits: none },
      ],
    },
    'GET /api/v1/usage': {
      data: [
        { key: 'chi_1', credits: 12.34 },
        { key: 'fmi_1', credits: 39 },
      ],
    },
    'GET /api/v1/form-interfaces/fmi_1/submissions': { data: [{}, {}, {}] },
    ...handlers,
  });
  renderInConsole(<Spend today={today} />, member);
  return api;
}

const rows = async () => {
  const list = within(await screen.findByRole('region', { name: 'Spent of today’s limits' }));
  return list.getAllByRole('listitem').map((row) => row.textContent);
};

test('today’s use of chats and forms is compared with their limits, the fullest first', async () => {
  const { sent } = open();
  await expect
    .poll(rows)
    .toEqual([
      'Offers39 of 40 credits',
      'Ferry chat8 of 10 messages',
      'Offers3 of 4 submissions',
      'Harbour chat12.3 of 500 credits',
    ]);
  const link = screen.getAllByRole('link', { name: 'Offers' })[0];
  expect(link?.getAttribute('href')).toBe('/forms/fmi_1/settings');
  const counted = sent.filter(({ path }) => path.includes('/submissions'));
  expect(counted.map(({ path }) => path)).toEqual([
    `/api/v1/form-interfaces/fmi_1/submissions?from=${today}&per_page=1`,
  ]);
});

test('a use that can’t be read is not shown as nothing, and without insights:read no credits are shown', async () => {
  open({ 'GET /api/v1/usage': { status: 400, code: 'validation_error' } });
  await expect.poll(rows).toContain('Offers– of 40 credits');
  cleanup();
  open({}, { ...ownerMe, scopes: ['interfaces:read'] });
  await expect.poll(rows).toEqual(['Ferry chat8 of 10 messages', 'Offers3 of 4 submissions']);
});

test('messages are counted again while they are seen', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const chat = (used: number) => ({
    data: [{ id: 'chi_2', name: 'Ferry chat', limits: { ...none, daily_messages: 10 }, messages_today: used }],
  });
  const { answer } = open({ 'GET /api/v1/chat-interfaces': chat(8) });
  await vi.waitFor(async () => expect(await rows()).toContain('Ferry chat8 of 10 messages'));
  answer('GET /api/v1/chat-interfaces', chat(10));
  await vi.waitFor(async () => {
    await act(() => void vi.advanceTimersByTime(60_000));
    expect(await rows()).toContain('Ferry chat10 of 10 messages');
  });
});
