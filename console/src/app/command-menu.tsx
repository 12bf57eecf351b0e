import { Command } from 'cmdk';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useTexts } from '../text/use-texts.ts';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';
import { matchWords, useCommandGroups } from './use-command-groups.ts';

/** ⌘K: every screen, and the parts and items of each screen by name. */
export default function CommandMenu({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const say = useTexts(appTexts);
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const { groups, isSearching } = useCommandGroups(screens, search);
  const { setInput, list, setList, value, setValue } = useChosenOption();
  const [opener] = useState(() => document.activeElement);
  // cmdk's dialog has no event for it, and with Preact Radix returns the focus to the field, which is gone by then.
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener]);
  const open = (path: string) => {
    onClose();
    navigate(path);
  };
  const paths = new Map(groups.flatMap(({ entries }) => entries.map(({ value: key, path }) => [key, path] as const)));
  // cmdk opens the option that was selected in its previous rendering instead of the one that is shown as selected now.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    const shown = list?.querySelector('[cmdk-item][aria-selected="true"]');
    const path = paths.get(valueOf(shown ?? list?.querySelector('[cmdk-item]') ?? null));
    if (path !== undefined) open(path);
  };
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={say('searchLong')}
      className="command"
      overlayClassName="overlay"
      contentClassName="command-box"
      value={value}
      onValueChange={setValue}
      onKeyDown={onKeyDown}
      filter={matchWords}
      loop
    >
      <Command.Input
        ref={setInput}
        value={search}
        onValueChange={setSearch}
        className="command-input"
        placeholder={say('searchLong')}
      />
      <Command.List ref={setList} className="command-list">
        {isSearching ? null : <Command.Empty className="command-empty">{say('nothingFound')}</Command.Empty>}
        {groups.map(({ key, heading, entries }) => (
          <Command.Group key={key} heading={heading}>
            {entries.map(({ icon: Icon, ...entry }) => (
              <Command.Item
                key={entry.value}
                value={entry.value}
                keywords={entry.keywords}
                className="command-item"
                onSelect={() => open(entry.path)}
              >
                <Icon size={16} aria-hidden="true" />
                <span dir="auto">{entry.name}</span>
                {entry.note === undefined ? null : (
                  <span class="meta command-note" dir="auto">
                    {entry.note}
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command.Dialog>
  );
}

/**
 * The selected option. cmdk selects the first one when the search changes, but not when options are added later, and it
 * reads the id of the selected option before Preact has rendered the selection, so screen readers get the previous one.
 * Both are corrected once the list has changed.
 */
function useChosenOption() {
  const [value, setValue] = useState('');
  // The dialog is mounted after this component: stored in state, its elements start the effect when they exist.
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [list, setList] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    const correct = () => {
      const chosen = list?.querySelector('[cmdk-item][aria-selected="true"]') ?? null;
      for (const element of [input, list]) {
        const named = element?.getAttribute('aria-activedescendant') ?? null;
        if (chosen === null && named !== null) element?.removeAttribute('aria-activedescendant');
        if (chosen !== null && named !== chosen.id) element?.setAttribute('aria-activedescendant', chosen.id);
      }
      if (chosen === null) setValue(valueOf(list?.querySelector('[cmdk-item]') ?? null));
    };
    const observer = new MutationObserver(correct);
    if (list !== null) {
      observer.observe(list, {
        childList: true,
        subtree: true,
        attributeFilter: ['aria-selected', 'aria-activedescendant'],
      });
    }
    if (input !== null) observer.observe(input, { attributeFilter: ['aria-activedescendant'] });
    correct();
    return () => observer.disconnect();
  }, [input, list]);
  return { setInput, list, setList, value, setValue };
}

/** The value of an option, which cmdk stores encoded in the document. */
function valueOf(option: Element | null): string {
  return decodeURIComponent(option?.getAttribute('data-value') ?? '');
}
