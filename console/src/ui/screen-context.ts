import { createContext } from 'preact';
import type { Text } from '../text/texts.ts';

/** The screen around a part, or the list within it: what an item that doesn't exist leads to. */
interface Place {
  /** Below /console. */
  readonly path: string;
  readonly title: Text;
}

/** A screen can't import its own description, which imports the screen. */
export const ScreenContext = createContext<Place | undefined>(undefined);
