import { Paperclip, X } from 'lucide-react';
import type { Attachments } from '../../../data/attachments.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { conversationTexts } from '../texts.ts';

/** The files of the next message, and errors of their uploads. */
export function AttachedFiles({ files, onRemoved }: { files: Attachments; onRemoved: () => void }) {
  const say = useTexts(conversationTexts);
  const explain = useErrorText();
  if (files.all.length === 0) return null;
  return (
    <div role="status">
      <ul class="line">
        {files.all.map(({ key, name, id, error }) => (
          <li key={key} class="attached-file">
            <Paperclip size={14} aria-hidden="true" />
            <bdi>{name}</bdi>
            {id === undefined && error === null ? <span class="meta">{say('sendingFile', { name: '' })}</span> : null}
            {error === null ? null : <span class="fault">{explain(error)}</span>}
            <IconButton
              label={say('removeFile', { name })}
              icon={X}
              onClick={() => {
                files.remove(key);
                onRemoved();
              }}
            />
          </li>
        ))}
      </ul>
      {files.hasFailed ? <p class="fault">{say('fileFailed')}</p> : null}
    </div>
  );
}
