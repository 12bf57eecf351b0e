import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Adds a style sheet to the root an element is in, for as long as it is given. For parts that come later than the panel's
 * own sheet; a constructed sheet needs no policy's leave.
 */
export function useStyles(element: RefObject<HTMLElement | null>, css: string | undefined): void {
  useLayoutEffect(() => {
    const root = element.current?.getRootNode();
    if (css === undefined || !(root instanceof ShadowRoot)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets.push(sheet);
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [element, css]);
}
