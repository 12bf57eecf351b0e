import type { Page } from '@playwright/test';

/**
 * The targets of a screen, or of the menu or dialog that is open over it, that a finger would miss although it touches
 * within 21 CSS pixels of their middle: each with its name, its drawn size, and what is hit instead. Each target is
 * scrolled into view. Links inside a sentence don't count, as in WCAG 2.5.8.
 */
export async function findMissed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** From the middle, so that targets of 44 pixels fit in any position between two pixels. */
    const reach = 21;
    const kinds = [
      'button, a[href], input, select, textarea, summary',
      '[role=tab], [role^=menuitem], [role=option], [role=switch], [role=checkbox], [role=radio]',
    ].join();

    const scope = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body;
    const targets = [...scope.querySelectorAll<HTMLElement>(kinds)].filter(
      // The nodes on the canvas and their handles are as large as its zoom makes them; the other is its maker's name.
      (target) =>
        target.closest('.react-flow__viewport, .react-flow__attribution') === null &&
        isSeen(target) &&
        !isInSentence(target),
    );
    return [...new Set(targets.flatMap(describeMiss))];

    function isSeen(target: HTMLElement): boolean {
      if (!target.checkVisibility({ visibilityProperty: true })) return false;
      // Only for screen readers, or shown when it gets the focus.
      return target.closest('.visually-hidden, .skip') === null && target.getBoundingClientRect().width > 0;
    }

    /** Whether there are words beside the link in its line. */
    function isInSentence(target: HTMLElement): boolean {
      if (!target.matches('a[href]') || !isInline(target)) return false;
      let part: Element = target;
      while (true) {
        if (hasWordsBeside(part, 'previousSibling') || hasWordsBeside(part, 'nextSibling')) return true;
        if (part.parentElement === null || !isInline(part.parentElement)) return false;
        part = part.parentElement;
      }
    }

    function isInline(element: Element): boolean {
      return getComputedStyle(element).display === 'inline';
    }

    function hasWordsBeside(part: Element, side: 'previousSibling' | 'nextSibling'): boolean {
      for (let beside = part[side]; beside !== null; beside = beside[side]) {
        if (beside instanceof Element && !isInline(beside)) return false;
        if ((beside.textContent ?? '').trim() !== '') return true;
      }
      return false;
    }

    function describeMiss(target: HTMLElement): string[] {
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = boxOf(target);
      const missed = [
        [0, 0],
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ].flatMap(([right = 0, down = 0]) => {
        const x = Math.min(Math.max(left + width / 2 + right, 1), innerWidth - 1);
        const y = Math.min(Math.max(top + height / 2 + down, 1), innerHeight - 1);
        const hit = document.elementFromPoint(x, y);
        return belongs(hit, target) ? [] : [`${sayPlace(right, down)} ${nameOf(hit)}`];
      });
      if (missed.length === 0) return [];
      return [`${nameOf(target)}, ${Math.round(width)} × ${Math.round(height)}: ${missed.join(', ')}`];
    }

    /** That of the card or row if its link is spread over it. */
    function boxOf(target: HTMLElement): DOMRect {
      const isSpread =
        getComputedStyle(target).position === 'static' && getComputedStyle(target, '::after').position === 'absolute';
      let box: Element = target;
      while (
        isSpread &&
        box.parentElement !== null &&
        (box === target || getComputedStyle(box).position === 'static')
      ) {
        box = box.parentElement;
      }
      return box.getBoundingClientRect();
    }

    function belongs(hit: Element | null, target: HTMLElement): boolean {
      if (hit === null) return false;
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
      return [target, ...labels].some((part) => part.contains(hit));
    }

    function sayPlace(right: number, down: number): string {
      if (right !== 0) return right < 0 ? 'left' : 'right';
      return down === 0 ? 'middle' : down < 0 ? 'above' : 'below';
    }

    function nameOf(element: Element | null): string {
      if (element === null) return 'nothing';
      const { localName, className } = element;
      const classes = typeof className === 'string' ? className.trim().split(/\s+/).slice(0, 2).join('.') : '';
      const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? wordsOf(element);
      return `${localName}${classes === '' ? '' : `.${classes}`} “${label.slice(0, 24)}”`;
    }

    function wordsOf(element: Element | null): string {
      return (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    }
  });
}
