import { useQueries } from '@tanstack/react-query';
import { useSignedIn } from '../data/session.ts';
import { toCompared } from '../text/to-compared.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { isOpenTo, type Screen, type ScreenPart } from './screen.ts';
import { appTexts } from './texts.ts';
import { type CommandEntry, type FailedSearch, type ThingSource, useThings } from './use-things.ts';

export interface CommandGroup {
  readonly key: string;
  readonly heading: string;
  readonly entries: readonly CommandEntry[];
}

export interface CommandGroups {
  readonly groups: readonly CommandGroup[];
  /** The server hasn't responded yet. */
  readonly isSearching: boolean;
  readonly failed: FailedSearch | undefined;
}

/** The screens, their parts and their things that a search finds, the best matches first. */
export function useCommandGroups(screens: readonly Screen[], search: string): CommandGroups {
  const say = useTexts(appTexts);
  const sayText = useSayText();
  const parts = useParts(screens);
  const { things, isSearching, failed } = useThings(listSources(screens, parts), search);
  const screenEntries = screens.map(({ name, path, title, icon }) => ({
    value: `screen ${name}`,
    path,
    icon,
    name: sayText(title),
  }));
  const partEntries = parts.map(({ screen, part }) => ({
    value: `part ${part.path}`,
    path: part.path,
    icon: screen.icon,
    name: sayText(part.title),
    note: sayText(screen.title),
  }));
  const groups = [
    {
      key: 'screens',
      heading: say('screens'),
      // The parts are for a search: the list that opens is short enough to be read.
      ...rank([...screenEntries, ...(search.trim() === '' ? [] : partEntries)], search),
    },
    ...things.map(({ source, entries, isFound }) => ({
      // A screen and its first part have the same path.
      key: `${source.path} ${source.things.key}`,
      heading: sayText(source.title),
      // The server also searches other texts, such as messages, so what it found is shown even if its name doesn’t match.
      ...rank(entries, search, isFound ? partialMatch : noMatch),
    })),
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0).toSorted((a, b) => b.best - a.best),
    isSearching,
    failed,
  };
}

const noMatch = 0;
const partialMatch = 0.5;
const fullMatch = 1;
const exactMatch = 2;

/** The entries that match, the best first, and how well the first one does; each matches at least as well as `min`. */
function rank(entries: readonly CommandEntry[], search: string, min = noMatch) {
  const ranked = entries
    .map((entry) => ({ entry, match: Math.max(min, matchWords(search, entry)) }))
    .filter(({ match }) => match > noMatch)
    .toSorted((a, b) => b.match - a.match);
  return { entries: ranked.map(({ entry }) => entry), best: ranked[0]?.match ?? noMatch };
}

/**
 * How well an entry matches: not at all if it lacks a word of the search, well if its name begins with the search, best
 * if that is its name.
 */
function matchWords(search: string, { name, note = '' }: CommandEntry): number {
  const text = toCompared(`${name} ${note}`);
  const searched = toCompared(search.trim());
  if (!searched.split(/\s+/).every((word) => text.includes(word))) return noMatch;
  if (toCompared(name.trim()) === searched) return exactMatch;
  return text.startsWith(searched) ? fullMatch : partialMatch;
}

/** The screens and parts that have things. */
function listSources(
  screens: readonly Screen[],
  parts: readonly { screen: Screen; part: ScreenPart }[],
): readonly ThingSource[] {
  const all = [...screens, ...parts.map(({ screen: { icon }, part }) => ({ ...part, icon }))];
  return all.flatMap(({ path, title, icon, things }) => (things === undefined ? [] : [{ path, title, icon, things }]));
}

/** The parts of the screens that the member may see. */
function useParts(screens: readonly Screen[]) {
  const { scopes } = useSignedIn();
  const divided = screens.flatMap((screen) => (screen.parts === undefined ? [] : [{ screen, load: screen.parts }]));
  const loaded = useQueries({
    queries: divided.map(({ screen, load }) => ({
      queryKey: ['parts', screen.name],
      queryFn: async () => (await load()).parts,
      staleTime: Infinity,
    })),
  });
  return divided.flatMap(({ screen }, at) =>
    (loaded[at]?.data ?? []).filter((part) => isOpenTo(part, scopes)).map((part) => ({ screen, part })),
  );
}
