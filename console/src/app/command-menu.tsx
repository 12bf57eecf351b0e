import { useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useApi } from '../api/api-context.ts';
import { allOf } from '../data/read-all.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';

interface Thing {
  readonly id: string;
  readonly name: string | null;
}

/** ⌘K: every screen, and the items of each screen by name. */
export default function CommandMenu({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const say = useTexts(appTexts);
  const sayText = useSayText();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const groups = useThings(screens, search);
  const { setInput, list, setList, value, setValue } = useChosenOption();
  const open = (path: string) => {
    onClose();
    navigate(path);
  };
  const paths = new Map([
    ...screens.map(({ name, path }) => [`screen ${name}`, path] as const),
    ...groups.flatMap(({ screen, things }) => things.map(({ id }) => [id, `${screen.path}/${id}`] as const)),
  ]);
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
        <Command.Empty className="command-empty">{say('nothingFound')}</Command.Empty>
        <Command.Group heading={say('screens')}>
          {screens.map(({ name, path, title, icon: Icon }) => (
            <Command.Item
              key={name}
              value={`screen ${name}`}
              keywords={[sayText(title)]}
              className="command-item"
              onSelect={() => open(path)}
            >
              <Icon size={16} aria-hidden="true" />
              {sayText(title)}
            </Command.Item>
          ))}
        </Command.Group>
        {groups.map(({ screen, things }) =>
          things.length === 0 ? null : (
            <Command.Group key={screen.name} heading={sayText(screen.title)}>
              {things.map(({ id, name }) => (
                <Command.Item
                  key={id}
                  value={id}
                  keywords={[name ?? id]}
                  className="command-item"
                  onSelect={() => open(`${screen.path}/${id}`)}
                >
                  <screen.icon size={16} aria-hidden="true" />
                  <span dir="auto">{name ?? id}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ),
        )}
      </Command.List>
    </Command.Dialog>
  );
}

/** How well a name matches: not at all if it lacks a word of the search, best if it begins with it. */
function matchWords(_id: string, search: string, names: readonly string[] = []): number {
  const name = names.join(' ').toLowerCase();
  const searched = search.trim().toLowerCase();
  if (!searched.split(/\s+/).every((word) => name.includes(word))) return 0;
  return name.startsWith(searched) ? 1 : 0.5;
}

/** Things of one list that are shown at once. */
const maxShown = 50;

/** The things whose names match, of each list. */
function useThings(screens: readonly Screen[], search: string): { screen: Screen; things: readonly Thing[] }[] {
  const api = useApi();
  const searched = screens.flatMap((screen) => (screen.things === undefined ? [] : [{ screen, ...screen.things }]));
  const results = useQueries({
    queries: searched.map(({ key, endpoint }) => allOf<Thing>(api, key, endpoint)),
  });
  return searched.map(({ screen }, at) => {
    const all = results[at]?.data ?? [];
    const found = search.trim() === '' ? all : all.filter(({ id, name }) => matchWords(id, search, [name ?? id]) > 0);
    return { screen, things: found.slice(0, maxShown) };
  });
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
