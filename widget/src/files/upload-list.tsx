import { useEffect, useState } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import type { ChatError, Upload } from '../types.ts';
import { usePanel } from '../ui/context.ts';
import { explainFile } from './explain-file.ts';
import { FileIcon } from './file-icon.tsx';
import { formatSize } from './format-size.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Failures that were announced, also before the list was hidden and shown again. */
const announced = new WeakSet<ChatError>();

/** The files of the message being written: progress, errors, removal. */
export function UploadList() {
  const { chat } = usePanel();
  const list = chat.uploads.list.value;
  return (
    <ul class="files">
      {list.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { chat, texts, announcement } = usePanel();
  const { id, name, size, status, progress, preview, error } = upload;
  const t = texts.value;
  const [isBroken, setBroken] = useState(false);
  const problem = status === 'failed' ? explainFile(error, chat.face.value.uploads, t) : '';
  useEffect(() => {
    if (error === null || announced.has(error)) return;
    announced.add(error);
    announcement.value = `${name}: ${problem}`;
  }, [announcement, error, name, problem]);
  const canRetry = status === 'failed' && error?.code !== undefined && !isRefusal(error.code);
  return (
    <li class={`file ${status}`}>
      <span class="thumb">
        {preview === null || isBroken || status === 'failed' ? (
          <FileIcon />
        ) : (
          <img src={preview} alt="" onError={() => setBroken(true)} />
        )}
      </span>
      <span class="name">
        <bdi>{name}</bdi>
        <small>{problem || formatSize(size)}</small>
      </span>
      {canRetry && (
        <IconButton icon="again" label={fill(t.retryFile, { name })} onClick={() => chat.uploads.retry(id)} />
      )}
      <IconButton icon="close" label={fill(t.removeFile, { name })} onClick={() => chat.uploads.remove(id)} />
      {status === 'uploading' && (
        <span
          class="bar"
          role="progressbar"
          aria-label={fill(t.uploading, { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
          style={{ transform: `scaleX(${progress})` }}
        />
      )}
    </li>
  );
}

const refusals = new Set(['too_many_files', 'file_too_large', 'file_type', 'validation_error']);
const isRefusal = (code: string): boolean => refusals.has(code);
