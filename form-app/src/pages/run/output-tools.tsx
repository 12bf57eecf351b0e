import { copyText } from '@portico/browser-kit/clipboard';
import { cleanHtml, plainText } from '@portico/browser-kit/markdown/copy-rendered';
import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { RefObject } from 'preact';
import { fileNameOf, saveText } from '../../output/save-text.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useFlash } from '../../ui/use-flash.ts';

export interface OutputToolsProps {
  form: PublicForm;
  /** The output as markdown. */
  text: string;
  /** The output as drawn. */
  view: RefObject<HTMLDivElement | null>;
  onEdit: (() => void) | null;
}

/** Copy, download and edit, as far as the form allows them. */
export function OutputTools({ form, text, view, onEdit }: OutputToolsProps) {
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
        <button type="button" class="button button-small" onClick={onEdit}>
          <Icon name="edit" />
          {texts.say('edit')}
        </button>
      )}
    </div>
  );
}
