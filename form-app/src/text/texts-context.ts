import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from './texts.ts';

const missing: Texts | null = null;
export const TextsContext = createContext<Texts | null>(missing);

/** The texts of the page's language. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('TextsContext has no provider');
  return texts;
}
