import type { Trigger, TriggerType } from '@portico/shared-types/api/triggers';
import { useMemo } from 'preact/hooks';
import { ApiError, type FieldFault } from '../../../api/api-error.ts';
import { useReadWorkflow, workflows } from '../../../data/workflows.ts';
import { isValues, type Values } from '../../../form/changes.ts';
import { findUsedInputs } from '../../../form/inputs/find-used-inputs.ts';
import { InputFields } from '../../../form/inputs/input-fields.tsx';
import { readInputs, type Input } from '../../../form/inputs/input-schema.ts';
import { findInputFaults, withoutEmpty } from '../../../form/inputs/input-values.ts';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { triggerTexts } from './texts.ts';

/** The inputs in the form of a trigger, by workflow: each has its own, also after another one was chosen for a while. */
export type InputsByWorkflow = Readonly<Record<string, Values>>;

/** The fields for the inputs that a trigger gives to the chosen workflow. */
export function TriggerInputs() {
  const say = useTexts(triggerTexts);
  const workflowId = textOf(useField('workflow_id').value);
  const type = useField('type').value;
  const { data, isPending } = workflows.useOne(workflowId);
  const inputs = useMemo(() => inputsFor(data?.input_schema ?? {}, type), [data?.input_schema, type]);
  const used = useMemo(() => findUsedInputs(data?.definition ?? {}), [data?.definition]);
  if (workflowId === '') return null;
  if (isPending) return <Skeleton kind="rows" lines={2} />;
  return (
    <>
      <div>
        <h3>{say('inputs')}</h3>
        <p class="help">{say(type === 'schedule' ? 'inputsHelpSchedule' : 'inputsHelp')}</p>
      </div>
      <InputFields key={workflowId} inputs={inputs} used={used} path={pathOf(workflowId)} />
    </>
  );
}

/**
 * Returns a function that reads the inputs of a trigger from its form. It throws an `ApiError` with the faults that the
 * server would only find when the trigger fires.
 */
export function useReadTriggerInputs() {
  const readWorkflow = useReadWorkflow();
  return async (type: TriggerType, workflowId: string, byWorkflow: InputsByWorkflow): Promise<Values> => {
    const workflow = workflowId === '' ? undefined : await readWorkflow(workflowId);
    const schema: Values = workflow?.input_schema ?? {};
    const inputs = inputsFor(schema, type);
    const values = withoutEmpty(byWorkflow[workflowId]);
    const isClosed = schema['additionalProperties'] === false && isValues(values);
    const given = isClosed ? onlyDeclared(values, inputs) : values;
    const fields = findInputFaults(inputs, given, pathOf(workflowId));
    if (fields.length > 0 || !isValues(given)) {
      throw new ApiError({ status: 400, code: 'validation_error', message: fields[0]?.message ?? '', fields });
    }
    return given;
  };
}

/** Why the schedule of a trigger can't start its workflow as far as is known here: by the name of the input. */
export function findTriggerFaults(schema: Values, { type, inputs }: Pick<Trigger, 'type' | 'inputs'>): FieldFault[] {
  return findInputFaults(inputsFor(schema, type), withoutEmpty(inputs), 'inputs').map((fault) => ({
    ...fault,
    path: fault.path.replace(/^inputs\./, ''),
  }));
}

const pathOf = (workflowId: string) => `inputs.${workflowId}`;

/** Only a schedule has no caller who could give what is missing. */
function inputsFor(schema: Values, type: unknown): readonly Input[] {
  const inputs = readInputs(schema);
  return type === 'schedule' ? inputs : inputs.map((input) => ({ ...input, isRequired: false }));
}

function onlyDeclared(values: Values, inputs: readonly Input[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => inputs.some((input) => input.name === name)));
}
