import type { SlotContent } from '../types.ts';
import type { WidgetHost } from './host.ts';
import { createLauncher } from './launcher.ts';
import type { Launcher } from './launcher.ts';
import styles from './drawn.css?inline';

/** A launcher for pages that bundle the widget; they may also render its content. */
export interface OwnLauncher extends Launcher {
  /** Replaces the built-in look with the page's content, open and closed; null restores it. */
  draw(content: SlotContent): void;
}

export function createOwnLauncher(host: WidgetHost, onToggle: () => void): OwnLauncher {
  const launcher = createLauncher(host, onToggle, () => {});
  host.addStyles(styles);
  return {
    ...launcher,
    draw(content) {
      launcher.button.classList.toggle('drawn', content !== null);
      if (content !== null) launcher.picture.replaceChildren(content);
    },
  };
}
