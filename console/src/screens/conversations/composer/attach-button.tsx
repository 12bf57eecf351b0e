import { Paperclip } from 'lucide-react';
import { useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { conversationTexts } from '../texts.ts';

/** Adds files to the next message. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const say = useTexts(conversationTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        class="visually-hidden"
        tabIndex={-1}
        aria-label={say('attach')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <IconButton label={say('attach')} icon={Paperclip} onClick={() => input.current?.click()} />
    </>
  );
}
