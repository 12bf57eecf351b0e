import { useRef } from 'preact/hooks';
import { useSuggestion } from '../../../data/conversations.ts';
import { useStoredText } from '../../../form/use-stored-text.ts';

interface Options {
  id: string;
  /** The reply that is being written. */
  text: string;
  setText: (text: string) => void;
  onError: (error: unknown) => void;
}

/**
 * Suggestions of the agent for a reply. A suggestion replaces what was written; that text can be restored until the
 * reply is sent, and is restored at once if the suggestion fails.
 */
export function useSuggestedText({ id, text, setText, onError }: Options) {
  const suggested = useRef('');
  const { mutateAsync, isPending } = useSuggestion(id, (growing) => {
    suggested.current = growing;
    setText(growing);
  });
  const [replaced, setReplaced] = useStoredText(`composer:${id}:replaced`);

  const ask = async () => {
    if (isPending) return;
    // A suggestion that nobody has changed can be asked for again; what a person wrote before it is kept.
    const isWritten = text.trim() !== '' && text !== suggested.current;
    if (isWritten) setReplaced(text);
    try {
      await mutateAsync();
    } catch (error) {
      setText(text);
      if (isWritten) setReplaced('');
      onError(error);
    }
  };
  return {
    isPending,
    hasReplaced: replaced !== '',
    ask,
    restore: () => {
      setText(replaced);
      setReplaced('');
    },
    forget: () => setReplaced(''),
  };
}
