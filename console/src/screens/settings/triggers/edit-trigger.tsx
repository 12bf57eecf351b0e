import type { Trigger } from '@portico/shared-types/api/triggers';
import { triggers } from '../../../data/settings.ts';
import { changesOf } from '../../../form/changes.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { TextField } from '../../../form/fields.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { AddressBox } from '../../../ui/address-box.tsx';
import { MissingDialog } from '../../../ui/missing-dialog.tsx';
import { useOpened } from '../../../ui/use-opened.ts';
import { triggerTexts } from './texts.ts';
import { useReportWarnings } from './use-report-warnings.ts';
import { TriggerInputs, useReadTriggerInputs, type InputsByWorkflow } from './trigger-inputs.tsx';
import { TriggerWorkflow } from './trigger-workflow.tsx';

interface EditTriggerProps {
  id: string;
  /** The trigger, if it is on the loaded page of the list: the dialog opens at once. */
  listed?: Trigger | undefined;
  onClose: () => void;
}

/** Changes a trigger; its type is fixed. */
export function EditTrigger({ id, listed, onClose }: EditTriggerProps) {
  const say = useTexts(triggerTexts);
  const query = triggers.useOne(id);
  const { item, isGone } = useOpened(query, listed);
  if (item === undefined) return <MissingDialog query={query} title={say('triggers')} onClose={onClose} />;
  return <TriggerForm trigger={item} isGone={isGone} onClose={onClose} />;
}

interface TriggerFormProps {
  trigger: Trigger;
  isGone: boolean;
  onClose: () => void;
}

function TriggerForm({ trigger, isGone, onClose }: TriggerFormProps) {
  const say = useTexts(triggerTexts);
  const update = triggers.useUpdate(trigger.id);
  const read = triggers.useRead(trigger.id);
  const reportWarnings = useReportWarnings();
  const readInputs = useReadTriggerInputs();
  const { schedule, type, webhook } = trigger;
  return (
    <DialogForm
      item={trigger.id}
      isGone={isGone}
      title={say('edit', { name: trigger.name })}
      action={say('save')}
      defaults={inputOf(trigger)}
      read={async () => inputOf(await read())}
      // The other one has chosen another workflow, with other inputs.
      nameOf={(path) => (path.startsWith('inputs.') ? say('inputs') : undefined)}
      onClose={onClose}
      onSubmit={async ({ inputs: byWorkflow, schedule: chosen, name, workflow_id }, known) => {
        const before = known.inputs[known.workflow_id] ?? {};
        const inputs = changesOf(before, await readInputs(type, workflow_id, byWorkflow));
        const saved = await update.mutateAsync({
          name,
          workflow_id,
          ...(inputs === undefined ? {} : { inputs }),
          ...(schedule === null ? {} : { schedule: chosen }),
        });
        reportWarnings(saved);
        onClose();
      }}
    >
      <TextField name="name" label={say('name')} required />
      <TriggerWorkflow />
      {schedule === null ? null : (
        <div class="row-of-fields">
          <TextField name="schedule.cron" label={say('cron')} help={say('cronHelp')} required code />
          <TextField name="schedule.timezone" label={say('timezone')} required code />
        </div>
      )}
      {webhook === null ? null : <AddressBox label={say('address')} address={webhook.url} />}
      <TriggerInputs />
    </DialogForm>
  );
}

function inputOf({ name, workflow_id, type, inputs, schedule }: Trigger) {
  const byWorkflow: InputsByWorkflow = { [workflow_id]: inputs };
  return {
    name,
    workflow_id,
    type,
    inputs: byWorkflow,
    schedule: { cron: schedule?.cron ?? '', timezone: schedule?.timezone ?? '' },
  };
}
