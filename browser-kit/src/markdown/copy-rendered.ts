/** Marks elements that the page added to a rendered text, so that copies leave them out. */
export const appPart = 'data-app-part';

/** The plain text of rendered Markdown: blank lines between blocks, markers before items, tabs between cells. */
export function plainText(root: Element): string {
  return writeBlocks(root, '')
    .join('\n\n')
    .replace(/[ \t]+$/gm, '');
}

/** The HTML of rendered Markdown without elements that the page added. */
export function cleanHtml(root: Element): string {
  const copy = root.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const added of copy.querySelectorAll(`[${appPart}]`)) added.remove();
  for (const element of copy.querySelectorAll('[tabindex], [role], [class]')) {
    for (const name of ['tabindex', 'role', 'class', 'aria-label']) element.removeAttribute(name);
  }
  return copy.innerHTML;
}

function writeBlocks(parent: Element, indent: string): string[] {
  return [...parent.children].flatMap((element) => writeBlock(element, indent));
}

function writeBlock(element: Element, indent: string): string[] {
  if (element.hasAttribute(appPart)) return [];
  switch (element.localName) {
    case 'ul':
    case 'ol':
      return [writeList(element, indent)];
    case 'table':
      return [[...element.querySelectorAll('tr')].map((row) => [...row.children].map(inline).join('\t')).join('\n')];
    case 'pre':
      return [element.textContent.trimEnd()];
    case 'div':
      return writeBlocks(element, indent);
    case 'hr':
      return ['---'];
    case 'blockquote':
      return writeBlocks(element, indent).map((block) => block.replace(/^/gm, '> '));
    default:
      return [indent + inline(element)];
  }
}

function writeList(list: Element, indent: string): string {
  const first = Number(list.getAttribute('start') ?? 1);
  const items = [...list.children].map((item, index) => {
    const sign = list.localName === 'ol' ? `${first + index}. ` : '• ';
    const nested = [...item.children].filter(({ localName }) => localName === 'ul' || localName === 'ol');
    const deeper = nested.map((inner) => `\n${writeList(inner, `${indent}  `)}`);
    return indent + sign + inline(item) + deeper.join('');
  });
  return items.join('\n');
}

/** Text on one line; a link that doesn't show its address names it. */
function inline(element: Element): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node instanceof Element) {
      if (node.localName === 'br') text += '\n';
      else if (node.localName !== 'ul' && node.localName !== 'ol') text += inline(node) + addressOf(node);
    } else {
      text += (node.nodeValue ?? '').replace(/\s+/g, ' ');
    }
  }
  return text.trim() === '' ? text : text.replace(/^\n+|\n+$/g, '');
}

function addressOf(node: Element): string {
  const address = node.localName === 'a' ? (node.getAttribute('href') ?? '') : '';
  const shown = node.textContent;
  return address === '' || address.includes(shown) || shown.includes(address) ? '' : ` (${address})`;
}
