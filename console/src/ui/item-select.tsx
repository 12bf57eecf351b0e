import { useId, useState } from 'preact/hooks';
import { maxItems } from '../data/read-all.ts';
import { useTexts } from '../text/use-texts.ts';
import { Failure } from './failure.tsx';
import { labelIdOf, Select, type Option, type SelectProps } from './field.tsx';
import { type Found, type ItemResource, ItemSearch } from './item-search.tsx';
import { uiTexts } from './texts.ts';
import { toOptions } from './to-options.ts';

/** A list of items with names that is read from the server. */
export interface ItemQuery {
  readonly data: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly error: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly refetch: () => unknown;
}

/**
 * Whether there is nothing to choose, or nothing that the member may see. A list that has failed stays while it is read
 * again.
 */
export function isEmpty({ data, errorUpdateCount }: ItemQuery & { readonly errorUpdateCount: number }): boolean {
  return data === undefined ? errorUpdateCount === 0 : data.length === 0;
}

interface ItemSelectProps extends Omit<SelectProps, 'options'> {
  query: ItemQuery;
  /** Finds the items that a list which is too long to be read as a whole doesn't have. */
  resource?: ItemResource | undefined;
  /** An option for no item, whose value is empty. */
  none?: Option | undefined;
  /** Whether an empty value becomes the default once the list has been read again. */
  hasLateDefault?: boolean;
  /** The name of the value if it isn't in the list. */
  valueName?: string | undefined;
}

/**
 * Chooses an item of a list that is read from the server. It says while the list is being read; if it can't be read,
 * the reason is below it, with a button that tries again.
 */
export function ItemSelect({ query, resource, none, hasLateDefault = false, ...rest }: ItemSelectProps) {
  const { valueName, ...select } = rest;
  const say = useTexts(uiTexts);
  const unlinked = useId();
  const { value, id = unlinked } = select;
  const isFailed = query.data === undefined && query.error !== null;
  const isLoading =
    query.fetchStatus !== 'idle' &&
    // Of a list from before, the default isn't known either.
    (query.data === undefined ? query.error === null : hasLateDefault && value === '');
  const first = none === undefined ? [] : [none];
  const [found, setFound] = useState<Found>({});
  const isLong = query.data !== undefined && query.data.length >= maxItems;
  const isChosen = ({ id: itemId }: { readonly id: string }): boolean => itemId === value;
  const chosen = query.data?.find(isChosen);
  const items = toOptions((isLong ? found.items : undefined) ?? query.data);
  const name = valueName ?? chosen?.name ?? (found.chosen?.id === value ? found.chosen.name : undefined);
  const isUnlisted = name !== undefined && value !== '' && items.every((item) => item.value !== value);
  const listed = [...first, ...items, ...(isUnlisted ? [{ value, label: name }] : [])];
  const label = say('loading');
  // A filter by nothing isn't waiting for its list.
  const isNone = value === '' && none !== undefined && !hasLateDefault;
  const loading = isNone ? [none, { value: '…', label, disabled: true }] : [{ value, label }];
  return (
    <>
      <Select {...select} id={id} options={isLoading ? loading : listed} />
      {isLong && resource !== undefined ? (
        <ItemSearch
          resource={resource}
          unlisted={chosen === undefined ? value : ''}
          onFound={setFound}
          labelId={labelIdOf(id)}
        />
      ) : null}
      {isFailed ? (
        <div>
          <Failure error={query.error} />
          <button
            type="button"
            class="link-button"
            aria-describedby={labelIdOf(id)}
            onClick={() => {
              void query.refetch();
              // The button that was pressed is gone.
              document.getElementById(id)?.focus();
            }}
          >
            {say('retry')}
          </button>
        </div>
      ) : null}
    </>
  );
}
