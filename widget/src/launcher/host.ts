/** The node that holds a widget on a page. */
export interface WidgetHost {
  element: HTMLElement;
  root: ShadowRoot;
  /** Adds styles; returns the sheet, whose first rule may be changed later. */
  addStyles(css: string): CSSStyleSheet;
  remove(): void;
}

/**
 * Puts a shadow root on the page, inside `place` or else beside the body. There no transform, filter or `:last-child`
 * of the host page meets it, and a body that is swapped (Turbo and its like) leaves it alone.
 */
export function createHost(place: Element | null): WidgetHost {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const parent = place ?? document.documentElement;
  parent.append(element);
  let observer: MutationObserver | undefined;
  if (!place) {
    // Frameworks that rewrite the whole document take unknown nodes with them.
    observer = new MutationObserver(() => element.isConnected || parent.append(element));
    observer.observe(parent, { childList: true });
  }
  return {
    element,
    root,
    addStyles(css) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets.push(sheet);
      return sheet;
    },
    remove() {
      observer?.disconnect();
      element.remove();
    },
  };
}

/** Sets custom properties so that nothing a host page declares can win against them. */
export function setVariables(sheet: CSSStyleSheet, variables: Readonly<Record<string, string>>): void {
  const rule = sheet.cssRules[0];
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(variables)) rule.style.setProperty(name, value, 'important');
}
