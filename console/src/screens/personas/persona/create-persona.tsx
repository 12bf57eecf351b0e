import { personas } from '../../../data/personas.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { AreaField, SelectField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { useOpenCreated } from '../../../ui/use-list-state.ts';
import { categories } from '../categories.ts';
import { personaTexts } from '../texts.ts';
import { personaPageTexts } from './texts.ts';

interface NewPersona extends Record<string, unknown> {
  name: string;
  category: (typeof categories)[number];
  description: string;
  sopSteps: string[];
}

export function CreatePersona({ onClose }: { onClose: () => void }) {
  const say = useTexts(personaPageTexts);
  const sayPersona = useTexts(personaTexts);
  const openCreated = useOpenCreated();
  const create = personas.useCreate();
  const defaults: NewPersona = { name: '', category: categories[0], description: '', sopSteps: [] };
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync(values);
        openCreated(`/personas/${id}/settings`);
      }}
    >
      <TextField name="name" label={say('name')} placeholder={say('nameExample')} maxLength={200} required />
      <SelectField
        name="category"
        label={sayPersona('category')}
        options={categories.map((value) => ({ value, label: sayPersona(value) }))}
      />
      <AreaField name="description" label={say('about')} rows={2} />
      <ListField name="sopSteps" label={say('steps')} help={say('stepsHelp')} placeholder={say('stepExample')} />
    </DialogForm>
  );
}
