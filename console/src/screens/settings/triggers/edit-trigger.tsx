import type { Trigger } from '@portico/shared-types/api/triggers';
import { triggers } from '../../../data/settings.ts';
import { workflows } from '../../../data/workflows.ts';
import { isValues } from '../../../form/changes.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { AreaField, SelectField, TextField } from '../../../form/fields.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { toOptions } from '../../../ui/to-options.ts';
import { triggerTexts } from './texts.ts';

/** Changes a trigger; its type is fixed. */
export function EditTrigger({ id, onClose }: { id: string; onClose: () => void }) {
  const trigger = triggers.useOne(id);
  return trigger.data === undefined ? null : <TriggerForm trigger={trigger.data} onClose={onClose} />;
}

function TriggerForm({ trigger, onClose }: { trigger: Trigger; onClose: () => void }) {
  const say = useTexts(triggerTexts);
  const update = triggers.useUpdate(trigger.id);
  const known = workflows.useAll();
  const options = toOptions(known.data);
  if (known.data === undefined) return null;
  const { schedule } = trigger;
  return (
    <DialogForm
      isChange
      title={say('edit', { name: trigger.name })}
      action={say('save')}
      defaults={{
        name: trigger.name,
        workflow_id: trigger.workflow_id,
        inputs: JSON.stringify(trigger.inputs, null, 2),
        schedule: { cron: schedule?.cron ?? '', timezone: schedule?.timezone ?? '' },
      }}
      onClose={onClose}
      onSubmit={async ({ inputs, schedule: chosen, ...values }) => {
        const parsed = parseObject(inputs);
        if (parsed === undefined) throw new Error(say('notJson'));
        await update.mutateAsync({ ...values, inputs: parsed, ...(schedule === null ? {} : { schedule: chosen }) });
        onClose();
      }}
    >
      <TextField name="name" label={say('name')} required />
      <SelectField name="workflow_id" label={say('workflow')} options={options} />
      {schedule === null ? null : (
        <div class="row-of-fields">
          <TextField name="schedule.cron" label={say('cron')} help={say('cronHelp')} required code />
          <TextField name="schedule.timezone" label={say('timezone')} required code />
        </div>
      )}
      <AreaField name="inputs" label={say('inputs')} help={say('inputsHelp')} rows={4} code />
    </DialogForm>
  );
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isValues(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
