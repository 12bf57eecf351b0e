import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface Announce {
  (text: string): void;
  /** Takes back what was said of a page that the visitor has left. */
  clear(): void;
}

/** One polite live region for the whole page; what comes within a breath is read together instead of cut off. */
export function createAnnouncer(page: Document): Announce {
  const region = page.createElement('div');
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  page.body.append(region);
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string) => {
    waiting.push(text);
    timer ??= setTimeout(() => {
      timer = undefined;
      // A fresh node: the same text twice is read twice.
      const line = page.createElement('p');
      line.textContent = waiting.join(' ');
      waiting = [];
      region.replaceChildren(line);
    }, 150);
  };
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting = [];
    region.replaceChildren();
  };
  return Object.assign(say, { clear });
}

export const AnnounceContext = createContext<Announce>(Object.assign(() => undefined, { clear: () => undefined }));

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}
