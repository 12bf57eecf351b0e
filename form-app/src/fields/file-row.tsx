import { extensionOf } from '@portico/browser-kit/may-upload';
import { useState } from 'preact/hooks';
import { Countdown } from '../ui/countdown.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { FileEntry } from '../store/form/file-entry.ts';
import { sayNotice } from '../store/notice.ts';
import { displayName } from '../text/display-name.ts';
import { uploadKeys } from '../text/format-wait.ts';
import { useTexts } from '../text/texts-context.ts';

export interface FileRowProps {
  file: FileEntry;
  onRemove(): void;
  onRetry(): void;
  onChooseAgain(): void;
}

/** One file of the list: its name, progress, and actions. */
export function FileRow({ file, onRemove, onRetry, onChooseAgain }: FileRowProps) {
  const texts = useTexts();
  const { status } = file;
  const name = displayName(file.name);
  const isOnItsWay = status === 'queued' || status === 'uploading' || status === 'waiting' || status === 'offline';
  return (
    <li class={`file file-${status}`}>
      <FilePicture file={file} />
      <div class="file-text">
        <p class="file-name" title={name}>
          <bdi dir="auto">{name}</bdi>
        </p>
        <p class="file-state">
          {file.size > 0 && <span>{texts.formatSize(file.size)}</span>}
          <FileState file={file} />
        </p>
        {status === 'uploading' && (
          <div
            class="bar"
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(file.share * 100)}
          >
            <span style={{ inlineSize: `${file.share * 100}%` }} />
          </div>
        )}
      </div>
      {status === 'done' && (
        <span class="file-tick">
          <Icon name="check" />
        </span>
      )}
      {status === 'failed' && <RowButton icon="retry" label={texts.say('retryName', { name })} onClick={onRetry} />}
      {status === 'interrupted' && (
        <button type="button" class="button button-small" onClick={onChooseAgain}>
          {texts.say('chooseAgain')}
          <span class="visually-hidden">: {name}</span>
        </button>
      )}
      <RowButton
        icon="close"
        label={texts.say(isOnItsWay ? 'cancelName' : 'removeName', { name })}
        onClick={onRemove}
      />
    </li>
  );
}

function FileState({ file: { status, share, notice, waitUntil } }: { file: FileEntry }) {
  const texts = useTexts();
  if (notice !== null) return <span class="file-problem">{sayNotice(texts, notice)}</span>;
  if (status === 'waiting' && waitUntil !== null) {
    return (
      <span>
        <Countdown until={waitUntil} keys={uploadKeys} />
      </span>
    );
  }
  if (status === 'uploading') return <span>{texts.say('fileUploading', { percent: texts.formatPercent(share) })}</span>;
  return <span>{texts.say(status === 'done' ? 'fileUploaded' : 'fileQueued')}</span>;
}

function FilePicture({ file: { name, preview } }: { file: FileEntry }) {
  const [isBroken, setBroken] = useState(false);
  if (preview !== null && !isBroken) {
    return <img class="file-picture" src={preview} alt="" onError={() => setBroken(true)} />;
  }
  const extension = extensionOf(name).slice(0, 4);
  return (
    <span class={`file-picture file-kind file-kind-${familyOf(extension)}`} aria-hidden="true">
      {extension === '' ? <Icon name="file" /> : extension}
    </span>
  );
}

function familyOf(extension: string): string {
  if (['pdf'].includes(extension)) return 'red';
  if (['doc', 'docx', 'txt', 'md', 'html', 'htm'].includes(extension)) return 'blue';
  return ['csv', 'xlsx', 'json'].includes(extension) ? 'green' : 'grey';
}

export function RowButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="row-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
