import { useCan } from '../../../data/session.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select, TextInput, type Option } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { executionTexts } from '../texts.ts';
import { useTriggers } from './use-triggers.ts';

interface ListFiltersProps {
  workflow: string;
  trigger: string;
  from: string;
  to: string;
  onFilter: (name: string, value: string) => void;
}

export function ListFilters({ workflow, trigger, from, to, onFilter }: ListFiltersProps) {
  const say = useTexts(executionTexts);
  const sayUi = useTexts(uiTexts);
  const known = workflows.useList({ per_page: 100 }, { enabled: useCan('workflows:read') });
  const { triggers } = useTriggers();
  const all: Option = { value: '', label: sayUi('all') };
  return (
    <div class="toolbar">
      <Field label={say('workflow')}>
        {(links) => (
          <Select
            {...links}
            value={workflow}
            onValue={(value) => onFilter('workflow', value)}
            options={[all, ...toOptions(known.data?.data ?? [], workflow)]}
          />
        )}
      </Field>
      {triggers.length === 0 && trigger === '' ? null : (
        <Field label={say('trigger')}>
          {(links) => (
            <Select
              {...links}
              value={trigger}
              onValue={(value) => onFilter('trigger', value)}
              options={[all, ...toOptions(triggers, trigger)]}
            />
          )}
        </Field>
      )}
      <Field label={say('from')}>
        {(links) => <TextInput {...links} type="date" value={from} onValue={(value) => onFilter('from', value)} />}
      </Field>
      <Field label={say('to')}>
        {(links) => <TextInput {...links} type="date" value={to} onValue={(value) => onFilter('to', value)} />}
      </Field>
    </div>
  );
}

/** The address may name one that isn't in the list, such as a deleted one. */
function toOptions(items: readonly { id: string; name: string }[], chosen: string): Option[] {
  const options = items.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === '' || items.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: chosen }];
}
