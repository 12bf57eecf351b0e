import type { IssuedTrigger, TriggerType } from '@portico/shared-types/api/triggers';
import { useState } from 'preact/hooks';
import { triggers, useWorkspace } from '../../../data/settings.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../../form/fields.tsx';
import { useLateDefault } from '../../../form/item-field.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { triggerTexts } from './texts.ts';
import { TriggerSecret } from './trigger-secret.tsx';
import { TriggerWorkflow } from './trigger-workflow.tsx';
import { useReportWarnings } from './use-report-warnings.ts';
import { TriggerInputs, useReadTriggerInputs, type InputsByWorkflow } from './trigger-inputs.tsx';

const types: readonly TriggerType[] = ['schedule', 'webhook', 'manual'];

/** It stays while it is closed: the secret of a trigger is shown once, also if one has gone back while it was created. */
export function CreateTrigger({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useTexts(triggerTexts);
  const create = triggers.useCreate();
  const reportWarnings = useReportWarnings();
  const [issued, setIssued] = useState<IssuedTrigger['webhook']>(null);
  const readInputs = useReadTriggerInputs();
  if (issued !== null) return <TriggerSecret issued={issued} onClose={() => setIssued(null)} />;
  if (!isOpen) return null;
  const defaults: Defaults = {
    name: '',
    workflow_id: '',
    type: 'schedule',
    schedule: { cron: '0 9 * * 1', timezone: '' },
    inputs: {},
  };
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async ({ schedule, inputs: byWorkflow, ...values }) => {
        const inputs = await readInputs(values.type, values.workflow_id, byWorkflow);
        const saved = await create.mutateAsync({
          ...values,
          inputs,
          ...(values.type === 'schedule' ? { schedule } : {}),
        });
        reportWarnings(saved);
        onClose();
        setIssued(saved.webhook);
      }}
    >
      <TextField name="name" label={say('name')} required />
      <TriggerWorkflow />
      <SelectField name="type" label={say('kind')} options={types.map((type) => ({ value: type, label: say(type) }))} />
      <ScheduleFields />
      <TriggerInputs />
    </DialogForm>
  );
}

type Defaults = {
  name: string;
  workflow_id: string;
  type: TriggerType;
  schedule: { cron: string; timezone: string };
  inputs: InputsByWorkflow;
};

function ScheduleFields() {
  const say = useTexts(triggerTexts);
  // Of the whole team, and not of the member who happens to create it.
  const { data, isPending } = useWorkspace();
  const timezone = data?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezoneHelp = say(data === undefined && !isPending ? 'timezoneOfBrowser' : 'timezoneOfWorkspace');
  useLateDefault('schedule.timezone', isPending ? undefined : timezone);
  if (useField('type').value !== 'schedule') return null;
  return (
    <div class="row-of-fields">
      <TextField name="schedule.cron" label={say('cron')} help={say('cronHelp')} required code />
      <TextField name="schedule.timezone" label={say('timezone')} help={timezoneHelp} required code />
    </div>
  );
}
