/**
 * Starts the tooltips that depend on the layout: the whole text of what is cut off, and, in a row that its link covers,
 * the tooltip of what is below the pointer. Returns the function that stops them.
 */
export function startTooltips(page: Document): () => void {
  /** The element that has a title from here. */
  let owner: Element | undefined;

  const show = (target: Element, text: string | undefined) => {
    if (owner !== undefined && (owner !== target || text === undefined)) owner.removeAttribute('title');
    owner = text === undefined ? undefined : target;
    if (text !== undefined && target.getAttribute('title') !== text) target.setAttribute('title', text);
  };
  const onMove = ({ target, clientX, clientY }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const row = target.classList.contains('row-link') ? target.closest('.row') : null;
    if (row === null) {
      if (target !== owner) show(target, findAround(target, owner));
      return;
    }
    // The link's box is its name; only what it paints over the row is larger.
    const below = page
      .elementsFromPoint(clientX, clientY)
      .filter((element) => row.contains(element) && (element !== target || isInBox(element, clientX, clientY)));
    const texts = below.map(
      (element) => (element === owner ? null : element.getAttribute('title')) ?? wholeOf(element),
    );
    show(
      target,
      texts.find((text) => text !== undefined),
    );
  };
  page.addEventListener('mousemove', onMove, { passive: true });
  return () => page.removeEventListener('mousemove', onMove);
}

/** Returns the whole text of the nearest element that is cut off, unless something nearer has a title of its own. */
function findAround(start: Element, owner: Element | undefined): string | undefined {
  for (let element: Element | null = start; element !== null; element = element.parentElement) {
    if (element !== owner && element.hasAttribute('title')) return undefined;
    const text = wholeOf(element);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the element's text if its end is cut off with an ellipsis. */
function wholeOf(element: Element): string | undefined {
  if (!(element instanceof HTMLElement) || element.matches('input, select, textarea')) return undefined;
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (overflowX === 'visible') return undefined;
  const isWider = textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
  // Letters may reach a pixel below their line.
  const isHigher = Number(webkitLineClamp) > 0 && element.scrollHeight > element.clientHeight + 1;
  return isWider || isHigher ? element.textContent.trim() : undefined;
}

function isInBox(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
