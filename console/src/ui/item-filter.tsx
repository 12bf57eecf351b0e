import { useTexts } from '../text/use-texts.ts';
import { Field } from './field.tsx';
import type { ItemResource } from './item-search.tsx';
import { ItemSelect, type ItemQuery } from './item-select.tsx';
import { uiTexts } from './texts.ts';

interface ItemFilterProps {
  label: string;
  query: ItemQuery;
  resource: ItemResource;
  value: string;
  onValue: (value: string) => void;
  /** The name of the value if it isn't in the list. */
  valueName?: string | undefined;
}

/** Filters by an item of a list that is read from the server; an empty value filters by none. */
export function ItemFilter({ label, ...select }: ItemFilterProps) {
  const say = useTexts(uiTexts);
  return (
    <Field label={label}>
      {(links) => <ItemSelect {...links} {...select} none={{ value: '', label: say('all') }} />}
    </Field>
  );
}
