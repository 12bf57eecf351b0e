import { Sparkles, Undo2 } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { conversationTexts } from '../texts.ts';
import type { useSuggestedText } from './use-suggested-text.ts';

interface Props {
  suggestion: ReturnType<typeof useSuggestedText>;
  /** While a text is being sent, which a suggestion would replace. */
  disabled: boolean;
  onPressed: () => void;
}

/** Asks the agent for a reply, or restores the text that its suggestion has replaced. */
export function SuggestionButtons({ suggestion, disabled, onPressed }: Props) {
  const say = useTexts(conversationTexts);
  return (
    <>
      {suggestion.hasReplaced && !suggestion.isPending ? (
        <Button
          icon={Undo2}
          onClick={() => {
            suggestion.restore();
            onPressed();
          }}
        >
          {say('restoreText')}
        </Button>
      ) : null}
      <Button
        icon={Sparkles}
        busy={suggestion.isPending}
        disabled={disabled}
        onClick={() => {
          onPressed();
          void suggestion.ask();
        }}
      >
        {say('suggest')}
      </Button>
    </>
  );
}
