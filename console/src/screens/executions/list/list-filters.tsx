import { triggers } from '../../../data/settings.ts';
import { useCan } from '../../../data/session.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, TextInput, type Option } from '../../../ui/field.tsx';
import { isEmpty, ItemSelect } from '../../../ui/item-select.tsx';
import { PeriodFields } from '../../../ui/period-fields.tsx';
import { uiTexts } from '../../../ui/texts.ts';
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
  const knownWorkflows = workflows.useAll({ enabled: useCan('workflows:read') });
  const knownTriggers = triggers.useAll({ enabled: useCan('triggers:read') });
  const all: Option = { value: '', label: sayUi('all') };
  return (
    <div class="toolbar">
      <Field label={say('workflow')}>
        {(links) => (
          <ItemSelect
            {...links}
            query={knownWorkflows}
            none={all}
            value={workflow}
            onValue={(value) => onFilter('workflow', value)}
          />
        )}
      </Field>
      {isEmpty(knownTriggers) && trigger === '' ? null : (
        <Field label={say('trigger')}>
          {(links) => (
            <ItemSelect
              {...links}
              query={knownTriggers}
              none={all}
              value={trigger}
              onValue={(value) => onFilter('trigger', value)}
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
