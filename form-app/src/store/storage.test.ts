import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDrawer, removeExpired } from './storage.ts';

const day = 86_400_000;
const later = (ms: number) => void vi.setSystemTime(Date.now() + ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what was stored is read for 30 days after its last change', () => {
  const drawer = openDrawer('local', 'test:');
  drawer.write('draft', { message: 'half a thought' });
  later(29 * day);
  drawer.write('draft', { message: 'a thought' });
  later(29 * day);
  expect(drawer.read('draft')).toEqual({ message: 'a thought' });
  later(2 * day);
  expect(drawer.read('draft')).toBeNull();
});

test('expired input is removed without being read, also that of other forms, and nothing else', () => {
  openDrawer('local', 'portico:form:old:').write('draft', { message: 'personal' });
  later(20 * day);
  openDrawer('local', 'portico:form:new:').write('draft', { message: 'recent' });
  localStorage.setItem('portico:form:before:draft', JSON.stringify({ message: 'of a version without dates' }));
  localStorage.setItem('portico:form:broken:draft', '{"savedAt":');
  localStorage.setItem('other', JSON.stringify({ savedAt: 0, value: 'of the site' }));
  later(11 * day);
  removeExpired('portico:form:');
  expect(Object.keys(localStorage).sort()).toEqual([
    'other',
    'portico:form:before:draft',
    'portico:form:broken:draft',
    'portico:form:new:draft',
  ]);
});

test('input that was stored without a date expires 30 days after a form is first opened', () => {
  localStorage.setItem('test:draft', JSON.stringify({ message: 'mine' }));
  removeExpired('test:');
  later(20 * day);
  removeExpired('test:');
  expect(openDrawer('local', 'test:').read('draft')).toEqual({ message: 'mine' });
  later(11 * day);
  removeExpired('test:');
  expect(localStorage.length).toBe(0);
});
