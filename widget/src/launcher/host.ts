export const DEFAULT_Z_INDEX = 2_147_483_000;

/** The node that holds a widget on a page. */
export interface WidgetHost {
  element: HTMLElement;
  root: ShadowRoot;
  addStyles(css: string): CSSStyleSheet;
  /** Called when another host is added or removed, or the style of the page's root may have changed. */
  onPageChange?: () => void;
  remove(): void;
}

/**
 * Puts a shadow root on the page, beside the body unless it `isPlaced` by the caller. There it is not affected by
 * transforms, filters or `:last-child` rules of the host page, or by a body that is replaced (Turbo and the like).
 */
export function createHost(isPlaced?: boolean): WidgetHost {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const attach = () => {
    const page = document.documentElement;
    if (!element.isConnected) page.append(element);
    observer.observe(page, { childList: true, attributes: true });
  };
  const host: WidgetHost = {
    element,
    root,
    addStyles(css) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets.push(sheet);
      return sheet;
    },
    remove() {
      observer.disconnect();
      element.remove();
    },
  };
  // Frameworks that rewrite the whole document remove unknown nodes, or replace the root.
  const observer = new MutationObserver(() => {
    attach();
    host.onPageChange?.();
  });
  if (!isPlaced) {
    observer.observe(document, { childList: true });
    attach();
  }
  return host;
}
