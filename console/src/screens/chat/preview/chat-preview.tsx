import type { ChatInterface } from '@portico/shared-types/api/chat-interfaces';
import { languages } from '@portico/shared-types/languages/lists/languages';
import { usePreview } from '../../../data/preview.ts';
import { useDraft } from '../../../form/draft-context.ts';
import { useLanguage } from '../../../text/use-texts.ts';
import { PreviewFrame } from '../../../ui/preview-frame.tsx';

/** The real widget with the edited settings, shown beside them. */
export function ChatPreview({ chat }: { chat: ChatInterface }) {
  const { changes } = useDraft();
  const { language } = useLanguage();
  const preview = usePreview('chat-interfaces', chat, changes);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <PreviewFrame
      page={`/chat/${chat.slug}`}
      query={{ mode: 'bubble' }}
      preview={preview}
      locales={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
    />
  );
}
