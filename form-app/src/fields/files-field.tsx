import { acceptOf } from '@portico/browser-kit/may-upload';
import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { allowsImages, megabyte, nameTypes } from '../store/form/check-file.ts';
import type { FileEntry } from '../store/form/file-entry.ts';
import { type Notice, sayNotice } from '../store/notice.ts';
import { useTexts } from '../text/texts-context.ts';
import { describedBy, FieldFrame } from './field-frame.tsx';
import { fieldId } from './field-id.ts';
import { FileRow } from './file-row.tsx';
import { useFileDrop } from './use-file-drop.ts';

export interface FilesFieldProps {
  form: PublicForm;
  label: string;
  files: readonly FileEntry[];
  notice: Notice | null;
  error: string | null;
  onAdd(files: readonly File[]): void;
  onRemove(id: string): void;
  onRemoveRefused(): void;
  onRetry(id: string): void;
  onChooseAgain(id: string, file: File): void;
}

/** Files to send: dropped anywhere on the page, pasted, browsed for, or taken with the camera. */
export function FilesField({
  form,
  label,
  files,
  notice,
  error,
  onAdd,
  onRemove,
  onRemoveRefused,
  onRetry,
  onChooseAgain,
}: FilesFieldProps) {
  const texts = useTexts();
  const again = useRef<HTMLInputElement>(null);
  const chosenAgain = useRef('');
  const browse = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const refused = files.filter((file) => file.status === 'refused').length;
  usePaste(onAdd);

  return (
    <FieldFrame field="files" label={label} error={error} isGroup>
      <DropArea form={form} browse={browse} describedBy={describedBy(fieldId('files'), error)} onAdd={onAdd}>
        <input
          {...hidden}
          ref={again}
          accept={acceptOf(form.allowedFileTypes)}
          onChange={(event) =>
            take(event.currentTarget, ([file]) => file !== undefined && onChooseAgain(chosenAgain.current, file))
          }
        />
      </DropArea>
      {notice !== null && <p class="notice notice-wait">{sayNotice(texts, notice)}</p>}
      {refused > 1 && (
        <button
          type="button"
          class="button button-small files-clear"
          onClick={() => {
            onRemoveRefused();
            browse.current?.focus();
          }}
        >
          <Icon name="close" />
          {texts.say('filesClear', { count: refused })}
        </button>
      )}
      {files.length > 0 && (
        <ul ref={list} class="files" aria-label={texts.say('fileList')}>
          {files.map((file, at) => (
            <FileRow
              key={file.id}
              file={file}
              onRemove={() => {
                (lastButtonOf(list.current?.children[at + 1]) ?? browse.current)?.focus();
                onRemove(file.id);
              }}
              onRetry={() => {
                lastButtonOf(list.current?.children[at])?.focus();
                onRetry(file.id);
              }}
              onChooseAgain={() => {
                chosenAgain.current = file.id;
                again.current?.click();
              }}
            />
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

/** Gets the focus of a button that disappears: the one of the same row, or of the next, that stays. */
const lastButtonOf = (row: Element | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>('button:last-of-type');

interface DropAreaProps {
  form: PublicForm;
  browse: Ref<HTMLButtonElement>;
  /** Ids of the texts that describe the button. */
  describedBy: string | undefined;
  onAdd(files: readonly File[]): void;
  /** Further file pickers. */
  children: ComponentChildren;
}

/** The area that shows where files can be dropped, with the buttons that browse for them and take a photo. */
function DropArea({ form, browse, describedBy, onAdd, children }: DropAreaProps) {
  const texts = useTexts();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isDragging = useFileDrop(onAdd);
  const types = nameTypes(form.allowedFileTypes);
  const limits = [
    texts.say('limitCount', { count: form.maxFiles }),
    texts.say('limitSize', { size: texts.formatSizeLimit(form.maxFileSizeMb * megabyte) }),
  ];
  return (
    <div class={isDragging ? 'drop drop-over' : 'drop'}>
      <span class="drop-icon">
        <Icon name="upload" />
      </span>
      <div class="drop-text">
        {isDragging ? (
          <p class="drop-lead">{texts.say('dropNow')}</p>
        ) : (
          <p class="drop-lead">
            <span class="drop-hint">{texts.say('dropHere')} </span>
            <button
              ref={browse}
              type="button"
              id={fieldId('files')}
              class="drop-browse"
              aria-describedby={describedBy}
              onClick={() => picker.current?.click()}
            >
              {texts.say('browse')}
            </button>
          </p>
        )}
        {types.length > 0 && (
          <p class="hint">
            <bdi>{types.join(', ')}</bdi>
          </p>
        )}
        <p class="hint">{limits.join(' · ')}</p>
      </div>
      {allowsImages(form.allowedFileTypes) && (
        <button type="button" class="button button-quiet drop-camera" onClick={() => camera.current?.click()}>
          <Icon name="camera" />
          {texts.say('takePhoto')}
        </button>
      )}
      <input
        {...hidden}
        ref={picker}
        multiple
        accept={acceptOf(form.allowedFileTypes)}
        onChange={(event) => take(event.currentTarget, onAdd)}
      />
      <input
        {...hidden}
        ref={camera}
        accept="image/*"
        capture="environment"
        onChange={(event) => take(event.currentTarget, onAdd)}
      />
      {children}
    </div>
  );
}

/** Attributes of a file picker that is opened by a button. */
const hidden = { type: 'file', class: 'visually-hidden', tabIndex: -1, 'aria-hidden': true } as const;

function take(input: HTMLInputElement, use: (files: File[]) => void): void {
  use([...(input.files ?? [])]);
  input.value = '';
}

/** Adds files that are pasted anywhere on the page. */
function usePaste(onAdd: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      // Text copied from an office program includes a picture of itself; then the text is meant.
      if (pasted.length === 0 || event.clipboardData?.types.includes('text/plain') === true) return;
      event.preventDefault();
      onAdd(pasted);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onAdd]);
}
