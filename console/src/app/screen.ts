import type { Scope } from '@portico/shared-types/api/api-keys';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'preact';
import type { Text } from '../text/texts.ts';

/** A tab of a screen, with its own address. */
export interface ScreenPart {
  /** Below /console. */
  readonly path: string;
  readonly title: Text;
  /** Missing for parts that everybody who sees the screen may see. */
  readonly scope?: Scope;
}

export function isOpenTo({ scope }: ScreenPart, scopes: readonly Scope[]): boolean {
  return scope === undefined || scopes.includes(scope);
}

/**
 * A screen of the console: a folder below `screens/` that exports one of these, and a line in `screens/screens.ts`. Its code
 * is loaded when it is opened for the first time.
 */
export interface Screen {
  readonly name: string;
  /** Below /console; the screen also gets every address below it. */
  readonly path: string;
  readonly title: Text;
  readonly icon: LucideIcon;
  /** Screens of a group are shown together, groups from first to last. */
  readonly group: 'overview' | 'build' | 'run' | 'settings';
  /** A member with none of these doesn't see the screen; it is for everyone if the list is empty. */
  readonly scopes: readonly Scope[];
  /** The key that opens the screen after `g`; no other screen has it. */
  readonly shortcut: string;
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Shown after the title in the navigation; as a copy in the bottom bar, which is on the page at the same time. */
  readonly count?: ComponentType<{ isCopy?: boolean }>;
  /** The list in which ⌘K finds the screen's items by name, and the key of its resource (`createResource`). */
  readonly things?: { readonly key: string; readonly endpoint: string };
  /** The screen's tabs, in their order, which ⌘K finds, too. */
  readonly parts?: () => Promise<{ readonly parts: readonly ScreenPart[] }>;
}
