import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useFormats } from '../text/formats.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { uiTexts } from '../ui/texts.ts';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';
import { useCommandGroups } from './use-command-groups.ts';
import type { FailedSearch } from './use-things.ts';

interface CommandMenuProps {
  screens: readonly Screen[];
  search: string;
  onSearch: (search: string) => void;
  onClose: () => void;
}

/** ⌘K: every screen, and the parts and items of each screen by name. */
export default function CommandMenu({ screens, search, onSearch, onClose }: CommandMenuProps) {
  const say = useTexts(appTexts);
  const [, navigate] = useLocation();
  const { groups, isSearching, failed } = useCommandGroups(screens, search);
  const { input, setInput, list, setList, value, setValue, onMove } = useChosenOption(search);
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
    if (isMove(event)) onMove();
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
      // The groups contain only what the search finds, the best matches first.
      shouldFilter={false}
      loop
    >
      <Command.Input
        ref={setInput}
        value={search}
        onValueChange={onSearch}
        className="command-input"
        maxLength={200}
        placeholder={say('searchLong')}
      />
      <SearchStatus isSearching={isSearching} isEmpty={groups.length === 0} isFailed={failed !== undefined} />
      <Command.List
        ref={setList}
        className="command-list"
        // Some browsers also report a pointer that rests where the list appears or changes.
        onPointerMove={({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && onMove()}
      >
        {groups.map(({ key, heading, entries }) => (
          <Command.Group key={key} heading={heading}>
            {entries.map(({ icon: Icon, ...entry }) => (
              <Command.Item
                key={entry.value}
                value={entry.value}
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
      {failed === undefined ? null : <SearchFailure failed={failed} onRetry={() => input?.focus()} />}
    </Command.Dialog>
  );
}

/** That the server hasn't responded yet, or that nothing is found. A list of options must not contain it. */
function SearchStatus({
  isSearching,
  isEmpty,
  isFailed,
}: Readonly<Record<'isSearching' | 'isEmpty' | 'isFailed', boolean>>) {
  const say = useTexts(appTexts);
  const text = isSearching ? say('searching') : isEmpty && !isFailed ? say('nothingFound') : '';
  return (
    <div role="status">
      {isSearching ? <div class="command-busy" /> : null}
      {text === '' ? null : <div class={isEmpty ? 'command-empty' : 'visually-hidden'}>{text}</div>}
    </div>
  );
}

/** The lists that can't be searched, why, and a button to try again. */
function SearchFailure({
  failed: { error, sources, retry },
  onRetry,
}: {
  failed: FailedSearch;
  /** The button that was pressed is about to disappear. */
  onRetry: () => void;
}) {
  const say = useTexts(appTexts);
  const sayUi = useTexts(uiTexts);
  const sayText = useSayText();
  const { list } = useFormats();
  return (
    <div class="command-failure">
      <div>
        <p>{say('notSearched', { names: list(sources.map(({ title }) => sayText(title))) })}</p>
        <Failure error={error} />
      </div>
      <Button
        onClick={() => {
          retry();
          onRetry();
        }}
        // Enter would also open the selected option.
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        {sayUi('retry')}
      </Button>
    </div>
  );
}

/** True for the keys with which cmdk moves the selection. */
function isMove({ key, ctrlKey }: KeyboardEvent): boolean {
  return ['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key) || (ctrlKey && /^[njpk]$/.test(key));
}

/**
 * The selected option: the first one, until the person moves the selection with `onMove`. cmdk selects the first one when
 * the search changes, but not when lists that arrive later come first, and it reads the id of the selected option before
 * Preact has rendered the selection, so screen readers get the previous one. Both are corrected once the list has changed.
 */
function useChosenOption(search: string) {
  const [value, setValue] = useState('');
  /** The search whose selection was moved. */
  const moved = useRef<string | undefined>(undefined);
  const current = useRef(search);
  current.current = search;
  const onMove = () => (moved.current = search);
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
      const first = list?.querySelector('[cmdk-item]') ?? null;
      if (chosen === null || (chosen !== first && moved.current !== current.current)) setValue(valueOf(first));
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
  return { input, setInput, list, setList, value, setValue, onMove };
}

/** The value of an option, which cmdk stores encoded in the document. */
function valueOf(option: Element | null): string {
  return decodeURIComponent(option?.getAttribute('data-value') ?? '');
}
