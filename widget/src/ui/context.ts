import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { texts as en } from '@portico/shared-types/languages/en/widget';
import type { Texts } from '@portico/shared-types/languages/en/widget';
import type { Chat } from '../models/chat.ts';
import type { Citation, Mode, Slots } from '../types.ts';

export type Sheet = { kind: 'citation'; citation: Citation; number: number } | { kind: 'forget' };

/** Context shared by the parts of one panel. */
export interface Panel {
  chat: Chat;
  mode: Mode;
  /** It opens over the page and closes again; otherwise it has its place in it. */
  isDialog: boolean;
  slots: Slots;
  /** One of the nine languages with texts. */
  language: ReadonlySignal<string>;
  texts: ReadonlySignal<Texts>;
  /** The CSS variables of the interface's branding in the current scheme. */
  theme: ReadonlySignal<Readonly<Record<string, string>>>;
  view: Signal<'conversation' | 'history'>;
  /** The conversation of the history that was chosen last. */
  chosen?: object;
  sheet: Signal<Sheet | null>;
  /** The next announcement for screen readers; an empty one removes the last. */
  announcement: Signal<string | null>;
  /** The panel covers the whole screen of a phone. */
  isFullScreen: ReadonlySignal<boolean>;
  /** Opening focuses the composer, unless the panel was reopened with a page. */
  takesFocus: boolean;
  focusComposer(): void;
}

const PanelContext = createContext<Panel | null>(null);
export const PanelProvider = PanelContext.Provider;

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('Rendered outside of the panel.');
  return panel;
}

/** A CSS variable of the branding; empty outside a panel, as in a test of one part. */
export function useThemeValue(name: string): string {
  return useContext(PanelContext)?.theme.value[name] ?? '';
}

/** The texts of the interface's language. Falls back to English outside a panel, as in a test of one part. */
export function useTexts(): Texts {
  return useContext(PanelContext)?.texts.value ?? en;
}
