import type { Announcer } from '@portico/browser-kit/announcer';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

const silent: Announcer = { announce: () => undefined, clear: () => undefined, remove: () => undefined };
export const AnnouncerContext = createContext(silent);

/** The live region of the page. */
export function useAnnouncer(): Announcer {
  return useContext(AnnouncerContext);
}
