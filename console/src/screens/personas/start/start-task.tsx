import type { Persona } from '@portico/shared-types/api/personas';
import { useStartTask } from '../../../data/personas.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { NumberField, TextField } from '../../../form/fields.tsx';
import { MoreSettings } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useOpenCreated } from '../../../ui/use-list-state.ts';
import { personaTexts } from '../texts.ts';
import { InputField } from './input-field.tsx';
import { emptyTask, toTaskBody } from './task-values.ts';
import { startTexts } from './texts.ts';

/** Asks for the inputs of a persona, and opens the started task. */
export function StartTask({ persona, onClose }: { persona: Persona; onClose: () => void }) {
  const say = useTexts(startTexts);
  const sayPersona = useTexts(personaTexts);
  const openCreated = useOpenCreated();
  const start = useStartTask(persona.id);
  return (
    <DialogForm
      wide
      title={say('title', { name: persona.name })}
      action={sayPersona('startTask')}
      defaults={emptyTask(persona)}
      onClose={onClose}
      onSubmit={async (values) => {
        const { id } = await start.mutateAsync(toTaskBody(values, persona.inputFields));
        openCreated(`/personas/tasks/${id}`);
      }}
    >
      <TextField name="taskTitle" label={say('taskTitle')} help={say('taskTitleHelp')} maxLength={300} required />
      {persona.inputFields.map((input) => (
        <InputField key={input.name} input={input} />
      ))}
      <TaskLimits persona={persona} />
    </DialogForm>
  );
}

function TaskLimits({ persona }: { persona: Persona }) {
  const say = useTexts(startTexts);
  const hasError = [useField('maxCostCredits').error, useField('maxDurationHours').error].some(Boolean);
  return (
    <MoreSettings title={say('limits')} isOpen={hasError}>
      <div class="row-of-fields">
        <NumberField
          name="maxCostCredits"
          label={say('maxCost')}
          help={say('maxCostHelp')}
          placeholder={String(persona.maxCostCredits)}
          min={0}
          step="any"
        />
        <NumberField
          name="maxDurationHours"
          label={say('maxDuration')}
          help={say('maxDurationHelp')}
          placeholder={String(persona.maxDurationHours)}
          min={0}
          step="any"
          unit={say('hours')}
        />
      </div>
    </MoreSettings>
  );
}
