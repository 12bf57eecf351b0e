import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FormHandle } from '../form-types.ts';
import { mountForm } from './mount-form.ts';

const heard: string[] = [];
const hear = ({ type }: Event) => heard.push(type.replace('portico:', ''));
const names = ['portico:ready', 'portico:open', 'portico:close'];
let form: FormHandle | undefined;

beforeEach(() => {
  heard.length = 0;
  for (const name of names) addEventListener(name, hear);
  // Its page would be fetched.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
});
afterEach(() => {
  form?.unmount();
  for (const name of names) removeEventListener(name, hear);
  vi.restoreAllMocks();
});

const mount = (open = false) =>
  (form = mountForm({ form: 'apply', host: 'https://portico.invalid', mode: 'bubble', open }));

test('a bubble is ready when its launcher is on the page, once, and the page can listen for it', async () => {
  const ready = vi.fn<() => void>();
  mount().on('ready', ready);
  await Promise.resolve();
  expect(ready).toHaveBeenCalledOnce();
  form?.open();
  form?.close();
  expect(heard).toEqual(['ready', 'open', 'close']);
});

test('a bubble that opens immediately is ready before it opens', async () => {
  mount(true);
  await Promise.resolve();
  expect(heard).toEqual(['ready', 'open']);
});

test('on a phone an open form has a button that closes it', () => {
  mount().open();
  const host = [...document.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot?.querySelector('iframe'));
  const button = host?.shadowRoot?.querySelector<HTMLElement>('.close');
  expect(button?.ariaLabel).toBe('Close');
  button?.click();
  expect(heard.at(-1)).toBe('close');
});

const findFrame = () =>
  [...document.querySelectorAll('div')].map(({ shadowRoot }) => shadowRoot?.querySelector('iframe')).find(Boolean);

test('a form whose page could not be loaded is reported as unreachable, and one that responds isn’t', async () => {
  vi.useFakeTimers();
  const offer = vi.fn<(message: object, origin: string, ports: readonly MessagePort[]) => void>();
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue({ postMessage: offer } as never);
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'get').mockReturnValue('https://portico.invalid/forms/apply');
  const refused = vi.fn<(detail: object) => void>();
  mount(true).on('error', refused);
  // Browsers also send it for their own page of an error.
  findFrame()?.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(60_000);
  const detail = { id: 'apply', error: { code: 'unreachable', message: '' } };
  expect(refused).toHaveBeenCalledExactlyOnceWith(detail);

  findFrame()?.dispatchEvent(new Event('load'));
  const port = offer.mock.lastCall?.[2][0];
  const answer = new Promise((resolve) => {
    port?.addEventListener('message', resolve);
  });
  port?.start();
  form?.update({ prefill: { message: 'A berth' } });
  port?.postMessage({ type: 'ready', version: 1 });
  await answer;
  vi.advanceTimersByTime(60_000);
  expect(refused).toHaveBeenCalledOnce();
  vi.useRealTimers();
  port?.close();
});
