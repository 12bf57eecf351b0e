import type { Workflow } from '@portico/shared-types/api/workflows';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { useExecute } from '../../../data/workflows.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { useDrafts } from '../../../form/draft-store.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { findUsedInputs } from '../../../form/inputs/find-used-inputs.ts';
import { InputFields } from '../../../form/inputs/input-fields.tsx';
import { readInputs } from '../../../form/inputs/input-schema.ts';
import { withoutEmpty } from '../../../form/inputs/input-values.ts';
import { runTexts } from './texts.ts';

/** What is typed; the fields show the defaults of the workflow. */
const defaults = { inputs: {} };

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
  const used = useMemo(() => findUsedInputs(workflow.definition), [workflow.definition]);
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
      <InputFields inputs={inputs} used={used} />
    </DialogForm>
  );
}
