import { useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useApi } from '../api/api-context.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';

interface Thing {
  readonly id: string;
  readonly name: string | null;
}

/** ⌘K: every screen, and the things of each screen by name. */
export default function CommandMenu({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const say = useTexts(appTexts);
  const sayText = useSayText();
  const [, navigate] = useLocation();
  const groups = useThings(screens);
  const { input, list, value, setValue } = useChosenOption();
  const open = (path: string) => {
    onClose();
    navigate(path);
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
      loop
    >
      <Command.Input ref={input} className="command-input" placeholder={say('searchLong')} />
      <Command.List ref={list} className="command-list">
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

function useThings(screens: readonly Screen[]): { screen: Screen; things: readonly Thing[] }[] {
  const api = useApi();
  const searched = screens.flatMap((screen) =>
    screen.things === undefined ? [] : [{ screen, endpoint: screen.things.endpoint }],
  );
  const results = useQueries({
    queries: searched.map(({ endpoint }) => ({
      queryKey: ['command-menu', endpoint],
      queryFn: async ({ signal }: { signal: AbortSignal }) => api.page<Thing>(endpoint, { per_page: 100 }, signal),
    })),
  });
  return searched.map(({ screen }, at) => ({ screen, things: results[at]?.data?.data ?? [] }));
}

/**
 * Which option is chosen. cmdk chooses the first one when the search changes, but not when options come after it, and it
 * reads the id of the chosen option before Preact has rendered the choice, and names the one before to screen readers.
 * Both are corrected once the list has changed.
 */
function useChosenOption() {
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const correct = () => {
      const chosen = list.current?.querySelector('[cmdk-item][aria-selected="true"]') ?? null;
      const named = input.current?.getAttribute('aria-activedescendant') ?? null;
      if (chosen === null) {
        if (named !== null) input.current?.removeAttribute('aria-activedescendant');
        setValue(list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? '');
      } else if (named !== chosen.id) input.current?.setAttribute('aria-activedescendant', chosen.id);
    };
    const observer = new MutationObserver(correct);
    if (list.current !== null) {
      observer.observe(list.current, { childList: true, subtree: true, attributeFilter: ['aria-selected'] });
    }
    if (input.current !== null) observer.observe(input.current, { attributeFilter: ['aria-activedescendant'] });
    return () => observer.disconnect();
  }, []);
  return { input, list, value, setValue };
}
