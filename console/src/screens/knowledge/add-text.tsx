import { useAddDocument } from '../../data/documents.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { AreaField, TextField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { knowledgeTexts } from './texts.ts';

export function AddText({ baseId, onClose }: { baseId: string; onClose: () => void }) {
  const say = useTexts(knowledgeTexts);
  const add = useAddDocument(baseId);
  return (
    <DialogForm
      wide
      title={say('addText')}
      action={say('addTextAction')}
      defaults={{ name: '', text: '' }}
      onClose={onClose}
      onSubmit={async (values) => {
        await add.mutateAsync(values);
        onClose();
      }}
    >
      <TextField name="name" label={say('title')} required />
      <AreaField name="text" label={say('text')} help={say('textHelp')} rows={10} />
    </DialogForm>
  );
}
