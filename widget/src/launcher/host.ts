export const DEFAULT_Z_INDEX = 2_147_483_000;

/** The node that holds a widget on a page. */
export interface WidgetHost {
  element: HTMLElement;
  root: ShadowRoot;
  addStyles(css: string): CSSStyleSheet;
  /** Called when another host is added or removed. */
  onNeighbours?: () => void;
  remove(): void;
}

/**
 * Puts a shadow root on the page, inside `place` or else beside the body. There it is not affected by transforms,
 * filters or `:last-child` rules of the host page, or by a body that is replaced (Turbo and the like).
 */
export function createHost(place?: Element): WidgetHost {
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
  // Frameworks that rewrite the whole document remove unknown nodes.
  const observer = new MutationObserver(() => {
    attach();
    host.onNeighbours?.();
  });
  attach();
  if (!place) observer.observe(parent, { childList: true });
  return host;
}
