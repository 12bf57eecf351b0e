import { useQueries } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { useConversations } from '../data/conversations.ts';
import { allOf } from '../data/read-all.ts';
import { useSignedIn } from '../data/session.ts';
import { nameOf, nameTexts, topicOf } from '../screens/conversations/names.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { isOpenTo, type Screen } from './screen.ts';
import { appTexts } from './texts.ts';

export interface CommandEntry {
  /** Unique among all entries. */
  readonly value: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly name: string;
  /** More about the entry, shown after its name. */
  readonly note?: string;
  /** The texts that a search is compared with, the name first. */
  readonly keywords: string[];
}

export interface CommandGroup {
  readonly key: string;
  readonly heading: string;
  readonly entries: readonly CommandEntry[];
}

interface Thing {
  readonly id: string;
  readonly name: string | null;
}

/** Things of one list that are shown at once. */
const maxShown = 50;
const maxConversations = 8;
/** A search for a single letter would find almost every conversation. */
const minLetters = 2;
/** Milliseconds without a change of the search until the server is asked. */
const pauseMs = 300;

/** Every screen, their parts, and the items that are found by name; `isSearching` until the server has responded. */
export function useCommandGroups(
  screens: readonly Screen[],
  search: string,
): { readonly groups: readonly CommandGroup[]; readonly isSearching: boolean } {
  const say = useTexts(appTexts);
  const sayText = useSayText();
  const parts = useParts(screens);
  const things = useThings(screens, search);
  const { conversations, isSearching } = useFoundConversations(screens, search);
  const screenEntries = screens.map(({ name, path, title, icon }) => ({
    value: `screen ${name}`,
    path,
    icon,
    name: sayText(title),
    keywords: [sayText(title)],
  }));
  const partEntries = parts.map(({ screen, part }) => ({
    value: `part ${part.path}`,
    path: part.path,
    icon: screen.icon,
    name: sayText(part.title),
    note: sayText(screen.title),
    keywords: [sayText(part.title), sayText(screen.title)],
  }));
  const groups = [
    // The parts are for a search: the list that opens is short enough to be read.
    {
      key: 'screens',
      heading: say('screens'),
      entries: [...screenEntries, ...(search.trim() === '' ? [] : partEntries)],
    },
    ...[...conversations, ...things].map(({ screen, entries }) => ({
      key: screen.name,
      heading: sayText(screen.title),
      entries,
    })),
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching };
}

/** How well a name matches: not at all if it lacks a word of the search, best if it begins with it. */
export function matchWords(_value: string, search: string, names: readonly string[] = []): number {
  const name = names.join(' ').toLowerCase();
  const searched = search.trim().toLowerCase();
  if (!searched.split(/\s+/).every((word) => name.includes(word))) return 0;
  return name.startsWith(searched) ? 1 : 0.5;
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

/** The things whose names match, of each list. */
function useThings(screens: readonly Screen[], search: string) {
  const api = useApi();
  const searched = screens.flatMap((screen) => (screen.things === undefined ? [] : [{ screen, ...screen.things }]));
  const results = useQueries({
    queries: searched.map(({ key, endpoint }) => allOf<Thing>(api, key, endpoint)),
  });
  return searched.map(({ screen }, at) => {
    const all = results[at]?.data ?? [];
    const found = search.trim() === '' ? all : all.filter(({ id, name }) => matchWords(id, search, [name ?? id]) > 0);
    const entries = found.slice(0, maxShown).map(({ id, name }) => ({
      value: id,
      path: `${screen.path}/${id}`,
      icon: screen.icon,
      name: name ?? id,
      keywords: [name ?? id],
    }));
    return { screen, entries };
  });
}

/** The conversations that the server finds: there are too many to read all their names. */
function useFoundConversations(screens: readonly Screen[], search: string) {
  const say = useTexts(nameTexts);
  const screen = screens.find(({ name }) => name === 'conversations');
  const wanted = search.trim();
  const asked = useSettled(wanted);
  const isWanted = screen !== undefined && wanted.length >= minLetters;
  const query = { q: asked, per_page: maxConversations };
  const found = useConversations(query, { enabled: isWanted && asked.length >= minLetters });
  const isSearching = isWanted && (asked !== wanted || found.isFetching);
  if (!isWanted || found.data === undefined) return { conversations: [], isSearching };
  // The server also searches messages, so what it found for this search is shown even if its name doesn’t match.
  const foundBy = found.isPlaceholderData ? '' : asked;
  const entries = found.data.data.map((conversation) => {
    const name = nameOf(conversation, say);
    const topic = topicOf(conversation);
    return {
      // A new one for each search: an entry is compared with the search only when it is added.
      value: `${conversation.id} ${foundBy}`.trim(),
      path: `${screen.path}/${conversation.id}`,
      icon: screen.icon,
      name,
      ...(topic === '' ? {} : { note: topic }),
      keywords: [name, topic, foundBy],
    };
  });
  return { conversations: [{ screen, entries }], isSearching };
}

/** A text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
