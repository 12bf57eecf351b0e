import type { Face } from '../face.ts';
import { startLater } from '../start-later.ts';
import type { SlotContent } from '../types.ts';
import type { StoringOptions } from './extras.ts';
import type { WidgetHost } from './host.ts';
import { createLauncher } from './launcher.ts';
import type { Launcher } from './launcher.ts';
import styles from './drawn.css?inline';

/** A launcher for pages that bundle the widget; they may also render its content. */
export interface OwnLauncher extends Launcher {
  /** Replaces the built-in look with the page's content, open and closed; null restores it. */
  draw(content: SlotContent): void;
  /** Cancels what has not been shown yet. */
  stop(): void;
}

/** Creates a launcher that appears after the interface's delay and shows the owner's messages; as in the loader. */
export function createOwnLauncher(
  host: WidgetHost,
  face: Face,
  given: StoringOptions,
  onToggle: () => void,
): OwnLauncher {
  const launcher = createLauncher(host, onToggle, () => {});
  const disposers = [showLater(launcher, face.behaviour.launcher.delayMs ?? 0), inviteLater(face, given, launcher)];
  host.addStyles(styles);
  return {
    ...launcher,
    draw(content) {
      launcher.button.classList.toggle('drawn', content !== null);
      if (content !== null) launcher.picture.replaceChildren(content);
    },
    stop() {
      for (const dispose of disposers) dispose();
    },
  };
}

/** The launcher appears after the interface's delay, its first message three seconds later. */
function showLater(launcher: Launcher, delayMs: number): () => void {
  launcher.box.hidden = delayMs > 0;
  const timers = [
    setTimeout(() => (launcher.box.hidden = false), delayMs),
    setTimeout(() => launcher.showTip(), delayMs + 3_000),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Shows the owner's messages beside the button. Returns a function that stops it. */
function inviteLater(face: Face, given: StoringOptions, launcher: Launcher): () => void {
  if (!face.proactive?.length) return () => {};
  return startLater(async () => {
    const { invite } = await import('./extras.ts');
    return () => invite(face, given, launcher.showTip);
  });
}
