import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adds a style sheet to the root of an element, once, for parts that are loaded after the panel's own sheet. The page's
 * policy doesn't apply to a constructed sheet.
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
