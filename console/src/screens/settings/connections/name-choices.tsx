import { useId, useState } from 'preact/hooks';
import { Link } from 'wouter';
import { agents } from '../../../data/agents.ts';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { maxItems } from '../../../data/read-all.ts';
import { useCan } from '../../../data/session.ts';
import { workflows } from '../../../data/workflows.ts';
import { toCompared } from '../../../text/to-compared.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { Loaded, Skeleton, type LoadedProps } from '../../../ui/states.tsx';
import { listTexts } from '../../../ui/list-texts.ts';
import { uiTexts } from '../../../ui/texts.ts';
import type { OfferKind } from './offer-field.tsx';
import { connectionTexts } from './texts.ts';

const lists = { agents, workflows, knowledge_bases: knowledgeBases } as const;
const scopes = { agents: 'agents:read', workflows: 'workflows:read', knowledge_bases: 'knowledge-bases:read' } as const;
const screens = { agents: '/agents', workflows: '/workflows', knowledge_bases: '/knowledge' } as const;
/** Shorter lists are read faster than they are searched. */
const minSearched = 8;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly status?: string;
}

interface NameChoicesProps {
  kind: OfferKind;
  label: string;
  /** The ids that were chosen before the first change. */
  saved: readonly string[];
  chosen: readonly string[];
  disabled: boolean;
  onChoose: (ids: readonly string[]) => void;
}

/** The items of a kind by name, some of which are chosen. */
export function NameChoices(props: NameChoicesProps) {
  const { kind, saved, chosen } = props;
  const say = useTexts(connectionTexts);
  const canRead = useCan(scopes[kind]);
  const list: LoadedProps<readonly Named[]>['query'] = lists[kind].useAll({ enabled: canRead });
  if (!canRead) return <p class="help">{say('namesHidden', { count: chosen.length, scope: scopes[kind] })}</p>;
  return (
    <Loaded query={list} skeleton={<Skeleton kind="rows" lines={3} />}>
      {(items) => {
        const known = items.map(toChoice).toSorted((one, other) => one.name.localeCompare(other.name));
        const ids = new Set(items.map(({ id }) => id));
        const isLong = items.length >= maxItems;
        const note = isLong ? undefined : ('missing' as const);
        const named = [...new Set([...saved, ...chosen])];
        const unknown = named.filter((id) => !ids.has(id)).map((id) => ({ id, name: id, note }));
        return <Choices {...props} items={[...unknown, ...known]} isLong={isLong} />;
      }}
    </Loaded>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
  /** Why it isn't offered, although it is chosen. */
  readonly note: 'archived' | 'inactive' | 'missing' | undefined;
}

interface ChoicesProps extends Omit<NameChoicesProps, 'saved'> {
  items: readonly Choice[];
  /** The others are found by their name, on the server. */
  isLong: boolean;
}

function Choices({ kind, label, chosen, disabled, onChoose, items, isLong }: ChoicesProps) {
  const say = useTexts(connectionTexts);
  const sayUi = useTexts(uiTexts);
  const sayList = useTexts(listTexts);
  const id = useId();
  const [search, setSearch] = useState('');
  const others = useFoundOnServer(kind, search.trim(), isLong);
  if (items.length === 0) {
    return (
      <p class="help">
        {say('nothingYet')} <Link href={screens[kind]}>{label}</Link>
      </p>
    );
  }
  const words = toCompared(search.trim());
  const found = new Set(others.map(({ id: other }) => other));
  // One that is chosen and not listed has its name only here.
  const all = [...others, ...items.filter((item) => !found.has(item.id))];
  const shown = all.filter(({ name }) => toCompared(name).includes(words));
  return (
    <div class="name-choices">
      {items.length < minSearched ? null : (
        <TextInput
          type="search"
          aria-label={`${say('searchNames')}: ${label}`}
          placeholder={say('searchNames')}
          value={search}
          onValue={setSearch}
          onKeyDown={(event) => {
            // The form isn't saved by a search.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {isLong && words === '' ? <p class="help">{sayList('onlyFirst', { count: maxItems })}</p> : null}
      {shown.length === 0 ? <p class="help">{sayUi('noneFound')}</p> : null}
      <ul class="name-list">
        {shown.map((item) => (
          <li key={item.id}>
            <input
              id={`${id}-${item.id}`}
              type="checkbox"
              checked={chosen.includes(item.id)}
              disabled={disabled}
              onChange={(event) =>
                onChoose(
                  event.currentTarget.checked ? [...chosen, item.id] : chosen.filter((other) => other !== item.id),
                )
              }
            />
            <label for={`${id}-${item.id}`} dir="auto">
              {item.name}
            </label>
            {item.note === undefined ? null : <span class="meta">{say(item.note)}</span>}
          </li>
        ))}
      </ul>
      <p class="help" role="status">
        {chosen.length === 0 ? say('nothingChosen') : say('chosenOf', { count: chosen.length, total: items.length })}
      </p>
    </div>
  );
}

/** The items that a list which is too long to be read as a whole may not have. */
function useFoundOnServer(kind: OfferKind, search: string, isLong: boolean): readonly Choice[] {
  const enabled = isLong && search !== '';
  const list: FoundOnServer = lists[kind].useList({ search, per_page: 100 }, { enabled });
  return enabled ? (list.data?.data.map(toChoice) ?? []) : [];
}

interface FoundOnServer {
  readonly data: { readonly data: readonly Named[] } | undefined;
}

const toChoice = ({ id, name, status }: Named): Choice => ({ id, name, note: noteOf(status) });

/** Archived agents and inactive workflows aren't offered. */
function noteOf(status: string | undefined): Choice['note'] {
  return status === 'archived' || status === 'inactive' ? status : undefined;
}
