import { copyText } from '@portico/browser-kit/clipboard';
import { cleanHtml, plainText } from '@portico/browser-kit/markdown/copy-rendered';
import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { RefObject } from 'preact';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useFlash } from '../../ui/use-flash.ts';

export interface OutputToolsProps {
  form: PublicForm;
  /** The output as markdown. */
  text: string;
  /** The rendered output. */
  view: RefObject<HTMLDivElement | null>;
  onEdit: (() => void) | null;
  editButton: RefObject<HTMLButtonElement | null>;
}

/** Copy, download and edit, if the form allows them. */
export function OutputTools({ form, text, view, onEdit, editButton }: OutputToolsProps) {
  const texts = useTexts();
  const [flash, show] = useFlash();
  const asText = () => (view.current === null ? text : plainText(view.current));
  const copy = async (html?: string) => show((await copyText(asText(), html)) ? 'copied' : 'copyFailed');
  return (
    <div class="tools">
      {form.showCopyButton && (
        <Menu
          icon={flash === 'copied' ? 'check' : 'copy'}
          label={texts.say(flash ?? 'copy')}
          items={[
            {
              label: texts.say('copyFormatted'),
              act: () => void copy(view.current === null ? undefined : cleanHtml(view.current)),
            },
            { label: texts.say('copyPlain'), act: () => void copy() },
          ]}
        />
      )}
      {form.showDownloadButton && (
        <Menu
          icon="download"
          label={texts.say('download')}
          items={[
            {
              label: texts.say('downloadMarkdown'),
              act: () => saveText(fileNameOf(form.title, 'md'), 'text/markdown', text),
            },
            {
              label: texts.say('downloadText'),
              act: () => saveText(fileNameOf(form.title, 'txt'), 'text/plain', asText()),
            },
          ]}
        />
      )}
      {onEdit !== null && (
        <button ref={editButton} type="button" class="button button-small" onClick={onEdit}>
          <Icon name="edit" />
          {texts.say('edit')}
        </button>
      )}
    </div>
  );
}

/** Saves a text as a file for the visitor. */
function saveText(name: string, mimeType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mimeType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download holds the blob by then; browsers need the address only at the start.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name from a title: letters and digits of any script, dashes for the rest. */
function fileNameOf(title: string, extension: string): string {
  const stem = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem === '' ? 'result' : stem}.${extension}`;
}
