/** @jsxImportSource react */
import { act } from 'react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import { PorticoChat } from './portico-chat.tsx';
import { PorticoForm } from './portico-form.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const host = 'https://portico.invalid';
let remove = async () => {};
afterEach(async () => remove());

/**
 * Hydrates what a server has rendered on a page whose policy blocks style attributes: the element has the attribute, but
 * none of its styles. Returns what is set as its styles.
 */
async function hydrateBlocked(app: ReactElement): Promise<{ container: HTMLElement; set: string[] }> {
  createChatServer(makeFace());
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(app);
  const container = place.querySelector('div') as HTMLElement;
  const set: string[] = [];
  vi.spyOn(container.style, 'length', 'get').mockReturnValue(0);
  vi.spyOn(container.style, 'cssText', 'set').mockImplementation((text) => set.push(text));
  const root = await act(async () => hydrateRoot(place, app));
  remove = async () => {
    await act(async () => root.unmount());
    place.remove();
  };
  return { container, set };
}

test('styles of a chat’s place that a strict policy has blocked in the server’s HTML are set again', async () => {
  const app = <PorticoChat chat="demo" host={host} mode="inline" style={{ height: 400 }} />;
  const { container, set } = await hydrateBlocked(app);
  expect(set).toEqual(['height:400px']);
  expect(container.style.display).toBe('flow-root');
  expect(container.querySelector('svg')?.style.float).toBe('left');
});

test('so are those of a form’s place', async () => {
  const { set } = await hydrateBlocked(<PorticoForm form="apply" host={host} style={{ maxWidth: 500 }} />);
  expect(set).toEqual(['max-width:500px']);
});
