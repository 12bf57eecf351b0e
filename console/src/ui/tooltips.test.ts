import { afterEach, expect, test, vi } from 'vitest';
import { startTooltips } from './tooltips.ts';

let stop = (): void => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const cutStyle = 'overflow: hidden; text-overflow: ellipsis';

/** Parses the body; elements with `data-cut` are wider than their place. */
function open(html: string): void {
  document.body.innerHTML = html;
  for (const element of document.querySelectorAll('[data-cut]')) {
    Object.defineProperty(element, 'scrollWidth', { value: 500, configurable: true });
  }
  stop = startTooltips(document);
}

function find(selector: string): Element {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

const pointAt = (selector: string) => find(selector).dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
const titleOf = (selector: string) => find(selector).getAttribute('title');

test('a text that is cut off shows the whole of it, and one that fits does not', () => {
  open(`<p id="cut" data-cut style="${cutStyle}">A very long name</p><p id="fits" style="${cutStyle}">Name</p>`);
  pointAt('#cut');
  expect(titleOf('#cut')).toBe('A very long name');
  pointAt('#fits');
  expect(titleOf('#fits')).toBeNull();
  expect(titleOf('#cut')).toBeNull();
});

test('a part of a text that is cut off shows the whole of it, and a title around it is kept', () => {
  open(
    `<p data-cut style="${cutStyle}">A <b>very</b> long name</p>
     <h1 title="Named"><bdi data-cut style="${cutStyle}" title="Own">A very long name</bdi></h1>
     <i title="Exact"><u>2 days ago</u></i>`,
  );
  pointAt('p');
  pointAt('b');
  expect([titleOf('p'), titleOf('b')]).toEqual([null, 'A very long name']);
  pointAt('bdi');
  expect([titleOf('bdi'), titleOf('h1')]).toEqual(['Own', 'Named']);
  pointAt('u');
  expect([titleOf('u'), titleOf('i')]).toEqual([null, 'Exact']);
});

test('in a row that its link covers, the tooltip is that of what is below the pointer', () => {
  open(
    `<table><tbody><tr class="row">
       <td><a class="row-link" href="#" data-cut style="${cutStyle}">A <bdi>very</bdi> long name</a></td>
       <td><time title="Nov 26, 2026, 4:39 PM">2 days ago</time></td><td><em>5</em></td>
     </tr></tbody></table><p title="Elsewhere"></p>`,
  );
  let below: Element[] = [];
  document.elementsFromPoint = () => below;
  find('a').getBoundingClientRect = () => new DOMRect(0, 0, 100, 20);
  const pointBelow = (x: number, ...selectors: string[]) => {
    below = [find('a'), ...selectors.map(find)];
    find('a').dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: x, clientY: 10 }));
    return titleOf('a');
  };
  expect(pointBelow(500, 'time')).toBe('Nov 26, 2026, 4:39 PM');
  expect(pointBelow(50, 'bdi')).toBe('A very long name');
  expect(pointBelow(900, 'em', 'p')).toBeNull();
});
