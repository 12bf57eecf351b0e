/** @jsxImportSource react */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FormPrefill } from '../form-types.ts';
import { PorticoForm } from './portico-form.tsx';
import type { PorticoFormProps } from './portico-form.tsx';

// The component fetches the form's code by itself; compiling it for the first time is not what is tested.
beforeAll(() => import('../mount/mount-form.ts'), 60_000);
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => void vi.unstubAllGlobals());

test('a prefill of other content is sent to the form, an equal one isn’t, and a theme only as long as it is given', async () => {
  // Its page would be fetched.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const offer = vi.fn<(message: object, origin: string, ports: readonly MessagePort[]) => void>();
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue({ postMessage: offer } as never);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (prefill: FormPrefill, theme?: 'dark') =>
    act(async () =>
      root.render(
        <PorticoForm form="apply" host="https://portico.invalid" prefill={prefill} {...(theme && { theme })} />,
      ),
    );
  const findFrame = () =>
    [...place.querySelectorAll('div')].map(({ shadowRoot }) => shadowRoot?.querySelector('iframe')).find(Boolean);

  await draw({ message: 'A berth' });
  await expect.poll(findFrame).toBeTruthy();
  findFrame()?.dispatchEvent(new Event('load'));
  const port = offer.mock.calls[0]?.[2][0];
  const heard: unknown[] = [];
  port?.addEventListener('message', ({ data }) => heard.push(data));
  port?.start();
  port?.postMessage({ type: 'ready', version: 1 });
  const first = { type: 'prefill', values: { message: 'A berth' } };
  await expect.poll(() => heard).toEqual([first]);

  await draw({ message: 'A berth' });
  await draw({ inputs: { topic: 'Boats' } });
  await expect.poll(() => heard).toEqual([first, { type: 'prefill', values: { inputs: { topic: 'Boats' } } }]);

  heard.length = 0;
  const topic = { inputs: { topic: 'Boats' } };
  await draw(topic, 'dark');
  await draw(topic);
  await expect
    .poll(() => heard)
    .toEqual([
      { type: 'theme', theme: 'dark' },
      { type: 'theme', theme: 'auto' },
    ]);
  await act(async () => root.unmount());
  port?.close();
  place.remove();
});

test('a form whose code can’t be loaded reports that, and appears once the network is back', async () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const onError = vi.fn<(detail: object) => void>();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const findFrame = () =>
    [...place.querySelectorAll('div')].map(({ shadowRoot }) => shadowRoot?.querySelector('iframe')).find(Boolean);
  vi.resetModules();
  vi.doMock('../mount/mount-form.ts', () => {
    throw new TypeError('offline');
  });
  await act(async () => root.render(<PorticoForm form="apply" host="https://portico.invalid" onError={onError} />));
  await expect
    .poll(() => onError)
    .toHaveBeenCalledExactlyOnceWith({ id: 'apply', error: { code: 'offline', message: '' } });
  vi.doUnmock('../mount/mount-form.ts');
  expect(findFrame()).toBeUndefined();
  dispatchEvent(new Event('online'));
  await expect.poll(findFrame).toBeTruthy();
  await act(async () => root.unmount());
  place.remove();
});

test('the page opens and closes a form behind a launcher, and follows the visitor', async () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const draw = (props: Partial<PorticoFormProps>) =>
    act(async () =>
      root.render(
        <PorticoForm form="apply" host="https://portico.invalid" mode="bubble" {...{ onOpenChange, ...props }} />,
      ),
    );
  const find = (selector: string) =>
    [...document.querySelectorAll('div')]
      .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(selector))
      .find((found) => found !== null && found !== undefined);
  const isOpen = () => find('.bubble')?.classList.contains('open');

  await draw({ open: false });
  await expect.poll(isOpen).toBe(false);
  await draw({ open: true });
  expect(isOpen()).toBe(true);
  await draw({ open: false });
  expect(isOpen()).toBe(false);
  expect(onOpenChange).not.toHaveBeenCalled();

  find('.toggle')?.click();
  expect(isOpen()).toBe(true);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(true);
  await draw({ open: true });
  find('.close')?.click();
  expect(isOpen()).toBe(false);
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
  // Another rendering opens nothing that the visitor has closed.
  await draw({ open: true });
  expect(isOpen()).toBe(false);

  await draw({ position: 'left' });
  await expect.poll(() => find('.bubble')?.className).toBe('bubble left');
  await act(async () => root.unmount());
});
