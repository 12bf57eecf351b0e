import { Paperclip, RotateCcw, X } from 'lucide-react';
import { ApiError } from '../../../api/api-error.ts';
import type { Attachments } from '../../../data/draft-files.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { conversationTexts } from '../texts.ts';

/** The files of the next message, and errors of their uploads. */
export function AttachedFiles({ files, onChanged }: { files: Attachments; onChanged: () => void }) {
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
            {canRetry(error) ? (
              <IconButton
                label={say('retryFile', { name })}
                icon={RotateCcw}
                onClick={() => {
                  files.retry(key);
                  onChanged();
                }}
              />
            ) : null}
            <IconButton
              label={say('removeFile', { name })}
              icon={X}
              onClick={() => {
                files.remove(key);
                onChanged();
              }}
            />
          </li>
        ))}
      </ul>
      {files.hasFailed ? <p class="fault">{say('fileFailed')}</p> : null}
    </div>
  );
}

/** A file that was refused would be refused again. */
function canRetry(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.code === 'validation_error');
}
