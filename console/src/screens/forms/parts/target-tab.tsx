import { Play } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useMappingPreview } from '../../../data/forms.ts';
import { Section } from '../../../form/section.tsx';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { isValues } from '../../../form/changes.ts';
import { formTexts } from '../texts.ts';
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

/** Tries the edited mapping with an example, and shows the workflow's inputs. */
function MappingTrial({ formId, pairs }: { formId: string; pairs: Readonly<Record<string, string>> }) {
  const say = useTexts(formTexts);
  const explain = useErrorText();
  const preview = useMappingPreview(formId);
  const [message, setMessage] = useState(say('exampleMessage'));
  return (
    <div class="card">
      <Field label={say('example')}>
        {(links) => <TextArea {...links} rows={2} value={message} onValue={setMessage} />}
      </Field>
      <div>
        <Button
          icon={Play}
          busy={preview.isPending}
          onClick={() => preview.mutate({ submission: { message }, input_mapping: pairs })}
        >
          {say('showInputs')}
        </Button>
      </div>
      {preview.error === null ? null : (
        <p class="fault" role="alert">
          {explain(preview.error)}
        </p>
      )}
      {preview.data === undefined ? null : (
        <pre class="code-box" dir="ltr" role="status">
          {JSON.stringify(preview.data.inputs, null, 2)}
        </pre>
      )}
    </div>
  );
}
