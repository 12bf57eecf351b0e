/** @jsxImportSource react */
import { act } from 'react';
import type { ReactElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
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
  expect(container.style.alignContent).toBe('stretch');
  expect(container.querySelector('svg')?.style.float).toBe('left');
});

test('so are those of a form’s place', async () => {
  const { set } = await hydrateBlocked(<PorticoForm form="apply" host={host} style={{ maxWidth: 500 }} />);
  expect(set).toEqual(['max-width:500px']);
});

/** Renders an inline chat on a page with such a style sheet. */
async function renderStyled(css: string): Promise<HTMLElement> {
  createChatServer(makeFace());
  const sheet = document.head.appendChild(document.createElement('style'));
  sheet.textContent = css;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<PorticoChat chat="demo" host={host} mode="inline" className="place" />));
  remove = async () => {
    await act(async () => root.unmount());
    place.remove();
    sheet.remove();
  };
  return place.querySelector('.place') as HTMLElement;
}

test('a place that a class hides, as on small screens, stays hidden', async () => {
  const container = await renderStyled('.place { display: none }');
  expect(getComputedStyle(container).display).toBe('none');
});

test('a place that a class hides later, as a tab or on a narrower screen, is hidden', async () => {
  const container = await renderStyled('.place.hidden { display: none }');
  expect(container.style.alignContent).toBe('stretch');
  container.classList.add('hidden');
  expect(getComputedStyle(container).display).toBe('none');
});

test('what a page sets for its icons doesn’t move the chat in its place', async () => {
  const container = await renderStyled('svg { min-width: 24px; margin: 0 8px; padding: 4px; position: absolute }');
  const style = getComputedStyle(container.querySelector('svg') as SVGElement);
  expect(
    ['minWidth', 'marginLeft', 'paddingLeft', 'width'].map((name) => parseFloat(Reflect.get(style, name))),
  ).toEqual([0, 0, 0, 0]);
  expect(style.position).toBe('static');
  expect(style.float).toBe('left');
});
