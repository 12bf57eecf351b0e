export interface Announcer {
  /** Has a screen reader read `text`, after what it is reading. */
  announce(text: string): void;
  /** Takes back what was announced, for example when the visitor leaves the page that it was about. */
  clear(): void;
  remove(): void;
}

/** Milliseconds in which announcements are collected, so that they are read one after another instead of cut off. */
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
        // A new node: the same text is read again when it comes again.
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
