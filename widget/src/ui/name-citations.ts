import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Citation } from '../types.ts';

/**
 * The names of a reply's sources: their titles, or file names if they have none. Sources with the same name are
 * distinguished by the headings above the passages.
 */
export function nameCitations(citations: readonly Citation[]): string[] {
  const names = citations.map(({ title, documentName }) => stripBidiControls(title?.trim() || documentName));
  return citations.map(({ heading }, index) => {
    const name = names[index] ?? '';
    const isAlone = names.filter((other) => other === name).length === 1;
    return isAlone || !heading?.trim() ? name : `${name} · ${stripBidiControls(heading.trim())}`;
  });
}
