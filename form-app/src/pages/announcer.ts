import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type Announce = (text: string) => void;

/** One polite live region for the whole page; what comes within a breath is read together instead of cut off. */
export function createAnnouncer(page: Document): Announce {
  const region = page.createElement('div');
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  page.body.append(region);
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
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
}

export const AnnounceContext = createContext<Announce>(() => undefined);

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}
