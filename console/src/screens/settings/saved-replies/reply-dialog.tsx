import type { SavedReply } from '@portico/shared-types/api/conversations';
import { savedReplies } from '../../../data/saved-replies.ts';
import { changesOf } from '../../../form/changes.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { AreaField, TextField } from '../../../form/fields.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { MissingDialog } from '../../../ui/missing-dialog.tsx';
import { useOpened } from '../../../ui/use-opened.ts';
import { savedReplyTexts } from './texts.ts';

interface ReplyDialogProps {
  /** Undefined for a new one. */
  id: string | undefined;
  /** The reply, if it is on the loaded page of the list: the dialog opens at once. */
  listed?: SavedReply | undefined;
  onClose: () => void;
}

/** Creates a saved reply, or changes one. */
export function ReplyDialog({ id, listed, onClose }: ReplyDialogProps) {
  const say = useTexts(savedReplyTexts);
  const create = savedReplies.useCreate();
  const update = savedReplies.useUpdate(id ?? '');
  const reply = savedReplies.useOne(id ?? '');
  const { item: saved, isGone } = useOpened(reply, listed);
  const read = savedReplies.useRead(id ?? '');
  if (id !== undefined && saved === undefined) {
    return <MissingDialog query={reply} title={say('savedReplies')} onClose={onClose} />;
  }
  return (
    <DialogForm
      wide
      item={id}
      isGone={isGone}
      title={saved === undefined ? say('create') : say('edit', { name: saved.name })}
      action={say('createAction')}
      defaults={inputOf(saved)}
      read={id === undefined ? undefined : async () => inputOf(await read())}
      onClose={onClose}
      onSubmit={async (values, known) => {
        const changes = changesOf(known, values);
        if (id === undefined) await create.mutateAsync(values);
        else if (changes !== undefined) await update.mutateAsync(changes);
        onClose();
      }}
    >
      <div class="row-of-fields">
        <TextField name="name" label={say('name')} required />
        <TextField name="shortcut" label={say('shortcut')} help={say('shortcutHelp')} required code />
      </div>
      <AreaField name="content" label={say('content')} help={say('contentHelp')} rows={6} />
    </DialogForm>
  );
}

function inputOf(saved: SavedReply | undefined) {
  return { name: saved?.name ?? '', shortcut: saved?.shortcut ?? '', content: saved?.content ?? '' };
}
