import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useResumeTask } from '../../../data/personas.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { NumberField } from '../../../form/fields.tsx';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { taskTexts } from './texts.ts';

interface NewCaps extends Record<string, unknown> {
  /** Null leaves it as it is. */
  maxCostCredits: number | null;
  maxDurationHours: number | null;
}

/** Raises the limits of a paused task; twice the one that was reached is suggested. */
export function ResumeTask({ task, onClose }: { task: PersonaInstance; onClose: () => void }) {
  const say = useTexts(taskTexts);
  const formats = useFormats();
  const resume = useResumeTask(task.id);
  const { pauseReason, maxCostCredits, maxDurationHours } = task;
  const defaults: NewCaps = {
    maxCostCredits: pauseReason === 'cost' ? maxCostCredits * 2 : maxCostCredits,
    maxDurationHours: pauseReason === 'duration' ? maxDurationHours * 2 : maxDurationHours,
  };
  return (
    <DialogForm
      item={task.id}
      title={say('resumeTitle')}
      description={say('resumeText', { spent: formats.number(task.costCredits) })}
      action={say('resumeAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (caps) => {
        await resume.mutateAsync({
          ...(caps.maxCostCredits === null ? {} : { maxCostCredits: caps.maxCostCredits }),
          ...(caps.maxDurationHours === null ? {} : { maxDurationHours: caps.maxDurationHours }),
        });
        onClose();
      }}
    >
      <NumberField name="maxCostCredits" label={say('maxCost')} min={0} step="any" />
      <NumberField name="maxDurationHours" label={say('maxHours')} min={0} step="any" />
    </DialogForm>
  );
}
