import { expect, test, vi } from 'vitest';
import { createStorage } from './storage.ts';

test('writes nothing before the first update', () => {
  createStorage('local', 'demo').read();
  expect(localStorage).toHaveLength(0);
});

test.each(['local', 'session'] as const)('finds what the page before kept in %s storage', (persistence) => {
  createStorage(persistence, 'demo').update({ visitorId: 'vis_1' });
  expect(createStorage(persistence, 'demo').read()).toEqual({ visitorId: 'vis_1' });
  expect(createStorage(persistence, 'other').read()).toEqual({});
});

test('stores nothing beyond the page in memory mode', () => {
  createStorage('memory', 'demo').update({ visitorId: 'vis_1' });
  expect(createStorage('memory', 'demo').read()).toEqual({});
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

test('deletes everything with one removal', () => {
  const storage = createStorage('local', 'demo');
  storage.update({ visitorId: 'vis_1' });
  storage.clear();
  expect(storage.read()).toEqual({});
  expect(localStorage).toHaveLength(0);
});

test('continues in memory if storage is full', () => {
  const storage = createStorage('local', 'demo');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storage.update({ visitorId: 'vis_1' });
  expect(storage.read()).toEqual({ visitorId: 'vis_1' });
});

test('ignores an entry that is not a record', () => {
  localStorage.setItem('portico:demo', '{"visitorId":');
  expect(createStorage('local', 'demo').read()).toEqual({});
});
