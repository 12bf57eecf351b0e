import type { Scope } from '@portico/shared-types/api/api-keys';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'preact';
import type { Text, TextValues } from '../text/texts.ts';

/** A tab of a screen, with its own address. */
export interface ScreenPart {
  /** Below /console. */
  readonly path: string;
  readonly title: Text;
  /** Missing for parts that everybody who sees the screen may see. */
  readonly scope?: Scope;
  /** The part's own items that ⌘K finds. */
  readonly things?: Things;
}

export function isOpenTo({ scope }: Pick<ScreenPart, 'scope'>, scopes: readonly Scope[]): boolean {
  return scope === undefined || scopes.includes(scope);
}

/** What ⌘K needs of every item. */
export interface Thing {
  readonly id: string;
  readonly name?: string | null;
}

/** How ⌘K finds the items of a screen or of a part: by asking the server. */
export interface Things {
  /** The key of the list in the cache (`createResource`). */
  readonly key: string;
  readonly endpoint: string;
  /** The parameter of the list that takes the searched text. */
  readonly parameter: 'search' | 'q';
  /**
   * The server is asked only if the text has at least so many letters. By default it is always asked, so that the first
   * items are shown before somebody types.
   */
  readonly minLetters?: number;
  /** Maximum number of items that are shown at once; 50 by default. */
  readonly max?: number;
  /** Returns what is shown of an item of this list; by default its name, or the id of one without a name. */
  entryOf?(item: Thing, sayText: (text: Text, values?: TextValues) => string): ThingEntry;
}

interface ThingEntry {
  readonly name: string;
  /** More about the item, shown after its name. */
  readonly note?: string;
  /** The item's address below /console; by default its id, below the address of the screen or the part. */
  readonly path?: string;
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
  /** The items that ⌘K finds. */
  readonly things?: Things;
  /** The screen's tabs, in their order, which ⌘K finds, too. */
  readonly parts?: () => Promise<{ readonly parts: readonly ScreenPart[] }>;
}
