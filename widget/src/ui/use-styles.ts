import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adds a style sheet to the root an element is in, once, for parts that come later than the panel's own sheet. A constructed
 * sheet needs no permission of the page's policy.
 */
export function useStyles(element: RefObject<HTMLElement | null>, css: string | undefined): void {
  useLayoutEffect(() => {
    const root = element.current?.getRootNode();
    if (css === undefined || !(root instanceof ShadowRoot)) return;
    let sheet = sheets.get(css);
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      sheets.set(css, sheet);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }, [element, css]);
}
