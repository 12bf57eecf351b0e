import type { PublicFormCover } from '@portico/shared-types/api/public-forms';
import { findCover } from '../covers/covers.ts';
import { accentProperties } from './accent.ts';

/** Gives the page the colour of its cover: of a coloured or a stock one; with an external picture the default stays. */
export function applyAccent(root: HTMLElement, cover: PublicFormCover | null): void {
  if (cover === null || cover.type === 'image') return;
  const accent = cover.type === 'color' ? cover.value : findCover(cover.value).accent;
  for (const [name, value] of Object.entries(accentProperties(accent) ?? {})) root.style.setProperty(name, value);
}

/** Light, dark, or the visitor's system theme. */
export function applyTheme(root: HTMLElement, theme: string | null): void {
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
}
