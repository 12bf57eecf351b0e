import { useStoredText } from '../../../form/use-stored-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { conversationTexts } from '../texts.ts';

/** What was written in a conversation in which nothing can be sent any more, so that it can be copied. */
export function UnsentTexts({ id }: { id: string }) {
  return (
    <>
      {(['reply', 'note'] as const).map((kind) => (
        <UnsentText key={kind} id={id} kind={kind} />
      ))}
    </>
  );
}

function UnsentText({ id, kind }: { id: string; kind: 'reply' | 'note' }) {
  const say = useTexts(conversationTexts);
  const [text] = useStoredText(`composer:${id}:${kind}`);
  if (text === '') return null;
  const label = say('unsent', { kind: say(kind) });
  return (
    <div class="composer">
      <span class="meta">{label}</span>
      <TextArea rows={2} aria-label={label} value={text} readOnly onValue={() => undefined} />
      <div class="composer-foot">
        <CopyButton text={text} />
      </div>
    </div>
  );
}
