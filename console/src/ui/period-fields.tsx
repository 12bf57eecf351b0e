import { useTexts } from '../text/use-texts.ts';
import { Field, TextInput } from './field.tsx';
import { uiTexts } from './texts.ts';
import { isDay } from './to-period.ts';

interface PeriodFieldsProps {
  from: string;
  to: string;
  onFilter: (name: 'from' | 'to', value: string) => void;
}

/** The first and the last day of what a list shows, in the workspace's time zone; `usePeriodQuery` makes the API's query of them. */
export function PeriodFields({ from, to, onFilter }: PeriodFieldsProps) {
  const say = useTexts(uiTexts);
  // As text, two days compare like as dates.
  const isReversed = isDay(from) && isDay(to) && to < from;
  return (
    <>
      <Field label={say('from')}>
        {(links) => <TextInput {...links} type="date" value={from} onValue={(value) => onFilter('from', value)} />}
      </Field>
      <Field label={say('to')} error={isReversed ? say('beforeFrom') : undefined}>
        {(links) => <TextInput {...links} type="date" value={to} onValue={(value) => onFilter('to', value)} />}
      </Field>
    </>
  );
}
