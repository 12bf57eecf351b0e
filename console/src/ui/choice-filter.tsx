import { useTexts } from '../text/use-texts.ts';
import { Field, Select, type Option } from './field.tsx';
import { uiTexts } from './texts.ts';

interface ChoiceFilterProps {
  label: string;
  options: readonly Option[];
  value: string;
  onValue: (value: string) => void;
}

/** Filters by one of a few values; an empty value filters by none. */
export function ChoiceFilter({ label, options, ...select }: ChoiceFilterProps) {
  const say = useTexts(uiTexts);
  return (
    <Field label={label}>
      {(links) => <Select {...links} {...select} options={[{ value: '', label: say('all') }, ...options]} />}
    </Field>
  );
}
