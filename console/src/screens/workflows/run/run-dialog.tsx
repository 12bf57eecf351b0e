import type { Workflow } from '@portico/shared-types/api/workflows';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { useExecute } from '../../../data/workflows.ts';
import { isValues, type Values } from '../../../form/changes.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { useDrafts } from '../../../form/draft-store.ts';
import { useErrorsBelow, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { newInput, readInputs, type Input } from '../../../form/inputs/input-schema.ts';
import { InputControl } from '../../../form/inputs/input-control.tsx';
import { runTexts } from './texts.ts';

interface RunDialogProps {
  workflow: Workflow;
  onClose: () => void;
}

/** Starts a run with inputs, and shows it. */
export function RunDialog({ workflow, onClose }: RunDialogProps) {
  const say = useTexts(runTexts);
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const drafts = useDrafts();
  const execute = useExecute(workflow.id);
  const canReadRuns = useCan('executions:read');
  const inputs = useMemo(() => readInputs(workflow.input_schema), [workflow.input_schema]);
  const defaults = useMemo(() => ({ inputs: initialInputs(inputs) }), [inputs]);
  return (
    <DialogForm
      title={say('runTitle', { name: workflow.name })}
      action={say('runAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => {
        const { execution_id: id } = await execute.mutateAsync(withoutEmpty(values.inputs));
        onClose();
        if (canReadRuns) navigate(`/workflows/${workflow.id}/runs/${id}`);
        else toaster.done(say('started'));
      }}
    >
      {workflow.status === 'inactive' ? <Banner tone="wait">{say('inactive')}</Banner> : null}
      {drafts.read(`workflows/${workflow.id}`) === undefined ? null : <Banner tone="wait">{say('unsavedRun')}</Banner>}
      <InputFields inputs={inputs} />
    </DialogForm>
  );
}

function InputFields({ inputs }: { inputs: readonly Input[] }) {
  const say = useTexts(runTexts);
  const field = useField('inputs');
  const errorOf = useErrorsBelow('inputs');
  const values = isValues(field.value) ? field.value : {};
  const set = (name: string, value: unknown) => field.set({ ...values, [name]: value ?? null });
  if (inputs.length === 0) {
    return (
      <>
        <p class="help">{say('noInputs')}</p>
        <InputControl
          input={{ ...newInput, name: 'inputs', title: say('inputsJson'), type: 'object' }}
          value={field.value}
          error={field.error}
          onValue={(value) => field.set(value ?? null)}
        />
      </>
    );
  }
  return (
    <>
      {inputs.map((input) => (
        <InputControl
          key={input.name}
          input={input}
          value={values[input.name]}
          error={errorOf(input.name)}
          onValue={(value) => set(input.name, value)}
        />
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
    </>
  );
}

function initialInputs(inputs: readonly Input[]): Values {
  return Object.fromEntries(inputs.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])));
}

/**
 * An input without a value is left out, so that the server uses its default, or reports it as missing. What isn't an
 * object, such as JSON that isn't complete, is sent as it is, and the server refuses it.
 */
function withoutEmpty(inputs: unknown): unknown {
  if (!isValues(inputs)) return inputs ?? {};
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null && value !== undefined));
}
