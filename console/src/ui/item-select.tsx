import { useId } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Failure } from './failure.tsx';
import { Select, type Option, type SelectProps } from './field.tsx';
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
export function ItemSelect({ query, none, hasLateDefault = false, valueName, ...select }: ItemSelectProps) {
  const say = useTexts(uiTexts);
  const unlinked = useId();
  const { value, id = unlinked } = select;
  const isFailed = query.data === undefined && query.error !== null;
  const isLoading =
    query.fetchStatus !== 'idle' &&
    // Of a list from before, the default isn't known either.
    (query.data === undefined ? query.error === null : hasLateDefault && value === '');
  const first = none === undefined ? [] : [none];
  const items = toOptions(query.data);
  const isUnlisted = valueName !== undefined && value !== '' && items.every((item) => item.value !== value);
  const listed = [...first, ...items, ...(isUnlisted ? [{ value, label: valueName }] : [])];
  const label = say('loading');
  // A filter by nothing isn't waiting for its list.
  const isNone = value === '' && none !== undefined && !hasLateDefault;
  const loading = isNone ? [none, { value: '…', label, disabled: true }] : [{ value, label }];
  return (
    <>
      <Select {...select} id={id} options={isLoading ? loading : listed} />
      {isFailed ? (
        <div>
          <Failure error={query.error} />
          <button
            type="button"
            class="link-button"
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
