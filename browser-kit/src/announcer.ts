export interface Announcer {
  /** Makes a screen reader read `text` after the current announcement. */
  announce(text: string): void;
  /** Removes an announcement, for example when the visitor leaves its page. */
  clear(): void;
  remove(): void;
}

/** Milliseconds during which announcements are collected, so that none cuts off another. */
const collectMs = 150;

/** Adds a polite live region to `parent`, hidden by the class `className`. */
export function createAnnouncer(parent: Element, className: string): Announcer {
  const page = parent.ownerDocument;
  const region = page.createElement('div');
  region.className = className;
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  parent.append(region);
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    waiting = [];
    region.replaceChildren();
  }

  return {
    announce(text) {
      waiting.push(text);
      timer ??= setTimeout(() => {
        // A new node, so that the same text is read again.
        const line = page.createElement('p');
        line.textContent = waiting.join(' ');
        clear();
        region.append(line);
      }, collectMs);
    },
    clear,
    remove() {
      clear();
      region.remove();
    },
  };
}
