import { Section } from '../../../form/section.tsx';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { isValues } from '../../../form/changes.ts';
import { formTexts } from '../texts.ts';
import { MappingTrial } from './mapping-trial.tsx';
import { TargetFields } from './target-fields.tsx';

/** The target of submissions, and its inputs. */
export function TargetTab({ formId }: { formId: string }) {
  const say = useTexts(formTexts);
  const target = useField('target_type').value;
  const mapping = useField('input_mapping');
  const pairs = isValues(mapping.value)
    ? Object.fromEntries(Object.entries(mapping.value).map(([name, value]) => [name, textOf(value)]))
    : {};
  return (
    <>
      <Section title={say('target')} help={say('targetHelp')} reference="reference/form-interfaces#fields">
        <TargetFields />
      </Section>
      {target === 'workflow' ? (
        <Section title={say('mapping')} help={say('mappingHelp')} reference="reference/form-interfaces#mapping">
          <PairRows
            label={say('inputs')}
            nameLabel={say('input')}
            valueLabel={say('template')}
            pairs={pairs}
            onPairs={(next) => mapping.set(next)}
          />
          <MappingTrial formId={formId} pairs={pairs} />
        </Section>
      ) : null}
    </>
  );
}
