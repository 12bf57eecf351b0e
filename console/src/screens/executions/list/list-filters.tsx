import { triggers } from '../../../data/settings.ts';
import { useCan } from '../../../data/session.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { ItemFilter } from '../../../ui/item-filter.tsx';
import { isEmpty } from '../../../ui/item-select.tsx';
import { PeriodFields } from '../../../ui/period-fields.tsx';
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
  const knownWorkflows = workflows.useAll({ enabled: useCan('workflows:read') });
  const knownTriggers = triggers.useAll({ enabled: useCan('triggers:read') });
  return (
    <div class="toolbar">
      <ItemFilter
        label={say('workflow')}
        query={knownWorkflows}
        resource={workflows}
        value={workflow}
        onValue={(value) => onFilter('workflow', value)}
      />
      {isEmpty(knownTriggers) && trigger === '' ? null : (
        <ItemFilter
          label={say('trigger')}
          query={knownTriggers}
          resource={triggers}
          value={trigger}
          onValue={(value) => onFilter('trigger', value)}
        />
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
