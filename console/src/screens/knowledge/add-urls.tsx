import { useAddDocument } from '../../data/documents.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { AreaField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { knowledgeTexts } from './texts.ts';

/** Adds pages by their addresses, each a document. */
export function AddUrls({ baseId, onClose }: { baseId: string; onClose: () => void }) {
  const say = useTexts(knowledgeTexts);
  const add = useAddDocument(baseId);
  return (
    <DialogForm
      wide
      title={say('addUrl')}
      action={say('addUrlAction')}
      defaults={{ url: '' }}
      onClose={onClose}
      onSubmit={async ({ url }) => {
        for (const line of url.split(/\s+/)) {
          if (line !== '') await add.mutateAsync({ url: /^https?:\/\//i.test(line) ? line : `https://${line}` });
        }
        onClose();
      }}
    >
      <AreaField
        name="url"
        label={say('urls')}
        help={say('urlsHelp')}
        placeholder="https://example.com/help"
        rows={4}
      />
    </DialogForm>
  );
}
