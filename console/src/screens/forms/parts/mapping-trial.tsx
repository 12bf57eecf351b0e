import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { Play } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useMappingPreview } from '../../../data/forms.ts';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { CodeBox } from '../../../ui/code-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { formTexts } from '../texts.ts';

interface MappingTrialProps {
  formId: string;
  pairs: Readonly<Record<string, string>>;
}

/** Tries the edited mapping with an example of what a visitor submits, and shows the workflow's inputs. */
export function MappingTrial({ formId, pairs }: MappingTrialProps) {
  const say = useTexts(formTexts);
  const preview = useMappingPreview(formId);
  const workflow = textOf(useField('workflow_id').value);
  const questions = useField('fields').value;
  const fields: readonly FormField[] = Array.isArray(questions) ? questions : [];
  const [message, setMessage] = useState(say('exampleMessage'));
  const [answers, setAnswers] = useState(() => JSON.stringify(exampleAnswers(fields), null, 2));
  const [error, setError] = useState<string>();
  const show = () => {
    try {
      const inputs: unknown = JSON.parse(answers);
      setError(undefined);
      preview.mutate({
        submission: { message, inputs: Object(inputs) },
        input_mapping: pairs,
        ...(workflow === '' ? {} : { workflow_id: workflow }),
      });
    } catch (failure) {
      setError(say('notJson', { reason: failure instanceof Error ? failure.message : '' }));
    }
  };
  return (
    <div class="card">
      <Field label={say('example')}>
        {(links) => <TextArea {...links} rows={2} value={message} onValue={setMessage} />}
      </Field>
      {answers === '{}' ? null : (
        <Field label={say('exampleAnswers')} error={error}>
          {(links) => (
            <TextArea {...links} dir="ltr" rows={4} class="input-code" value={answers} onValue={setAnswers} />
          )}
        </Field>
      )}
      <div>
        <Button icon={Play} busy={preview.isPending} onClick={show}>
          {say('showInputs')}
        </Button>
      </div>
      <Failure error={preview.error} />
      {preview.data === undefined ? null : (
        <CodeBox label={say('mapping')} isResult>
          {JSON.stringify(preview.data.inputs, null, 2)}
        </CodeBox>
      )}
    </div>
  );
}

/** One possible answer to each of the form's questions, by their names. */
function exampleAnswers(fields: readonly FormField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field.name, exampleAnswer(field)]));
}

function exampleAnswer({ type, format, label, options = [] }: FormField): unknown {
  switch (type) {
    case 'number':
      return 12;
    case 'checkbox':
      return true;
    case 'date':
      return new Date().toISOString().slice(0, 10);
    case 'select':
      return options[0] ?? '';
    case 'multiselect':
      return options.slice(0, 2);
    case 'text':
    case 'textarea':
      return format === 'email' ? 'ada@example.com' : label;
  }
}
