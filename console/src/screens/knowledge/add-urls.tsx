import { useRef } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { useAddDocument } from '../../data/documents.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { AreaField } from '../../form/fields.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { knowledgeTexts } from './texts.ts';

/** Adds pages by their addresses, each a document. */
export function AddUrls({ baseId, onClose }: { baseId: string; onClose: () => void }) {
  const say = useTexts(knowledgeTexts);
  const add = useAddDocument(baseId);
  // A retry after an error must not add the pages before it again.
  const added = useRef(new Set<string>());
  return (
    <DialogForm
      wide
      title={say('addUrl')}
      action={say('addUrlAction')}
      defaults={{ url: '' }}
      onClose={onClose}
      onSubmit={async ({ url }) => {
        const lines = url.split(/[\s,]+/).filter((line) => line !== '');
        const wrong = lines.length === 0 ? '' : lines.find((line) => toAddress(line) === undefined);
        if (wrong !== undefined) {
          const fault = { path: 'url', code: wrong === '' ? 'required' : 'invalid' };
          throw refusal({ ...fault, message: say('notAddress', { value: wrong }) });
        }
        for (const address of lines.flatMap((line) => toAddress(line) ?? [])) {
          if (added.current.has(address)) continue;
          await add.mutateAsync({ url: address });
          added.current.add(address);
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

/** The address that a person means: `example.com/help` gets https. Undefined for other words, which have no dot. */
function toAddress(typed: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(typed);
  const address = hasScheme ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  return hasScheme || /[^.]\.[^.]/.test(new URL(address).hostname) ? address : undefined;
}

function refusal(fault: { path: string; code: string; message: string }): ApiError {
  return new ApiError({ status: 400, code: 'validation_error', message: fault.message, fields: [fault] });
}
