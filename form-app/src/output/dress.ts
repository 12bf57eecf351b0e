import type { Texts } from '../text/texts.ts';
import { copyText } from './copy-text.ts';
import { ownPart } from './own-part.ts';

/**
 * Makes clean nodes readable and reachable: headings fall in under the page's own and skip no level, wide parts scroll by
 * keyboard, pictures from elsewhere (which would tell their server who reads this) become links. Returns the last heading's level.
 */
export function dress(fragment: DocumentFragment, lastLevel: number, texts: Texts): number {
  for (const element of fragment.querySelectorAll('input')) {
    element.replaceWith(element.checked ? '☑ ' : '☐ ');
  }
  for (const image of fragment.querySelectorAll('img')) replaceImage(image);
  for (const link of fragment.querySelectorAll('a')) dressLink(link);
  for (const cell of fragment.querySelectorAll('th')) {
    if (cell.textContent.trim() === '') rename(cell, 'td');
  }
  for (const table of fragment.querySelectorAll('table')) wrapTable(table, texts);
  const level = dressHeadings(fragment, lastLevel);
  for (const block of fragment.querySelectorAll('pre')) wrapCode(block, texts);
  for (const element of fragment.querySelectorAll('[class]')) {
    if (!element.matches('.table-scroll, .code, .code *')) element.removeAttribute('class');
  }
  for (const child of fragment.children) child.setAttribute('dir', 'auto');
  return level;
}

function dressHeadings(fragment: DocumentFragment, lastLevel: number): number {
  let level = lastLevel;
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (heading.textContent.trim() === '') {
      heading.remove();
      continue;
    }
    level = Math.min(Number(heading.tagName[1]) + 2, level + 1, 6);
    rename(heading, `h${level}`);
  }
  return level;
}

function replaceImage(image: HTMLImageElement): void {
  const source = image.getAttribute('src');
  const name = image.alt === '' ? (source ?? '') : image.alt;
  if (source === null || image.closest('a') !== null) return image.replaceWith(name);
  const link = document.createElement('a');
  link.setAttribute('href', source);
  link.textContent = name;
  image.replaceWith(link);
}

function dressLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href');
  if (address === null) return link.replaceWith(...link.childNodes);
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow ugc';
  if (link.textContent.trim() === '') link.textContent = address;
}

function wrapTable(table: HTMLTableElement, texts: Texts): void {
  const frame = make('div', 'table-scroll');
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', texts.say('table'));
  table.replaceWith(frame);
  frame.append(table);
}

function wrapCode(block: HTMLPreElement, texts: Texts): void {
  const language = /^language-([\w+#.-]{1,24})$/.exec(block.querySelector('code')?.className ?? '')?.[1];
  block.querySelector('code')?.removeAttribute('class');
  const frame = make('div', 'code');
  const bar = make('div', 'code-bar');
  const copy = make('button', 'code-copy');
  bar.setAttribute(ownPart, '');
  copy.setAttribute('type', 'button');
  copy.textContent = texts.say('codeCopy');
  copy.addEventListener('click', () => {
    void copyText(block.textContent).then((isDone) => {
      copy.textContent = texts.say(isDone ? 'copied' : 'copyFailed');
      setTimeout(() => (copy.textContent = texts.say('codeCopy')), 2000);
    });
  });
  const name = make('span', 'code-name');
  name.textContent = language ?? texts.say('codeBlock');
  bar.append(name, copy);
  block.tabIndex = 0;
  block.dir = 'ltr';
  block.replaceWith(frame);
  frame.append(bar, block);
}

function rename(element: Element, tag: string): void {
  const renamed = document.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function make<Tag extends 'div' | 'span' | 'button'>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
