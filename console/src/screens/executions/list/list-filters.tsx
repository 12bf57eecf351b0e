import { triggers } from '../../../data/settings.ts';
import { useNamed } from '../../../data/resource.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select, TextInput, type Option } from '../../../ui/field.tsx';
import { PeriodFields } from '../../../ui/period-fields.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { toOptions } from '../../../ui/to-options.ts';
import { executionTexts } from '../texts.ts';

interface ListFiltersProps {
  workflow: string;
  trigger: string;
  from: string;
  to: string;
  /** Undefined if the list is one of other executions. */
  failedSince: string | undefined;
  onFilter: (name: string, value: string) => void;
}

export function ListFilters({ workflow, trigger, from, to, failedSince, onFilter }: ListFiltersProps) {
  const say = useTexts(executionTexts);
  const sayUi = useTexts(uiTexts);
  const known = useNamed(workflows, 'workflows:read');
  const { items } = useNamed(triggers, 'triggers:read');
  const all: Option = { value: '', label: sayUi('all') };
  return (
    <div class="toolbar">
      <Field label={say('workflow')}>
        {(links) => (
          <Select
            {...links}
            value={workflow}
            onValue={(value) => onFilter('workflow', value)}
            options={[all, ...toOptions(known.items)]}
          />
        )}
      </Field>
      {items.length === 0 && trigger === '' ? null : (
        <Field label={say('trigger')}>
          {(links) => (
            <Select
              {...links}
              value={trigger}
              onValue={(value) => onFilter('trigger', value)}
              options={[all, ...toOptions(items)]}
            />
          )}
        </Field>
      )}
      <PeriodFields from={from} to={to} onFilter={onFilter} />
      {failedSince === undefined ? null : (
        <Field label={say('failedSince')}>
          {(links) => (
            <TextInput
              {...links}
              type="date"
              value={failedSince}
              onValue={(value) => onFilter('failed_since', value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
