export const DEFAULT_Z_INDEX = 2_147_483_000;

/** The node that holds a widget on a page. */
export interface WidgetHost {
  element: HTMLElement;
  root: ShadowRoot;
  addStyles(css: string): CSSStyleSheet;
  /** Called when hosts come or go beside this one. */
  onNeighbours?: () => void;
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
  const attach = () => element.isConnected || parent.append(element);
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
  // Frameworks that rewrite the whole document take unknown nodes with them.
  const observer = new MutationObserver(() => {
    attach();
    host.onNeighbours?.();
  });
  attach();
  if (!place) observer.observe(parent, { childList: true });
  return host;
}
