import type { SavedReply } from '@portico/shared-types/api/conversations';
import { useState } from 'preact/hooks';
import { savedReplies } from '../../../data/saved-replies.ts';
import { toCompared } from '../../../text/to-compared.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { conversationTexts } from '../texts.ts';

/** Maximum number of saved replies shown at once. */
const shown = 6;

export interface ReplyChoice {
  readonly replies: readonly SavedReply[];
  /** The one that Enter chooses. */
  readonly current: SavedReply | undefined;
  /** Handles the keys of the list. Returns whether it was one of them. */
  onKey(event: KeyboardEvent): boolean;
}

/** The saved replies that match a text beginning with `/`; the arrow keys and Enter choose one, Escape closes the list. */
export function useReplyChoice(text: string, onChoose: (reply: SavedReply) => void): ReplyChoice {
  const { data } = savedReplies.useAll();
  // For another text, the first one is current again, and the list is open again.
  const [{ of, at }, setState] = useState<{ of: string; at: number | 'closed' }>({ of: '', at: 0 });
  const chosen = of === text ? at : 0;
  const replies = chosen === 'closed' ? [] : findMatching(data ?? [], text);
  const current = chosen === 'closed' ? undefined : replies[chosen];
  return {
    replies,
    current,
    onKey: ({ key }) => {
      if (chosen === 'closed' || current === undefined) return false;
      const step = { ArrowDown: 1, ArrowUp: replies.length - 1 }[key];
      if (step !== undefined) setState({ of: text, at: (chosen + step) % replies.length });
      else if (key === 'Escape') setState({ of: text, at: 'closed' });
      else if (key === 'Enter') onChoose(current);
      else return false;
      return true;
    },
  };
}

/** The one with exactly this shortcut comes first, and a shortcut before a name: Enter chooses the first one. */
function findMatching(all: readonly SavedReply[], text: string): readonly SavedReply[] {
  const [, words] = /^\/(\S*)$/u.exec(text) ?? [];
  if (words === undefined) return [];
  const typed = toCompared(words);
  const matches = [
    ({ shortcut }: SavedReply) => toCompared(shortcut) === typed,
    ({ shortcut }: SavedReply) => toCompared(shortcut).startsWith(typed),
    ({ name }: SavedReply) => toCompared(name).includes(typed),
  ];
  return [...new Set(matches.flatMap((isMatch) => all.filter(isMatch)))].slice(0, shown);
}

interface Props {
  choice: ReplyChoice;
  onChoose: (reply: SavedReply) => void;
}

export function SavedReplyList({ choice: { replies, current }, onChoose }: Props) {
  const say = useTexts(conversationTexts);
  if (replies.length === 0) return null;
  return (
    <ul class="saved-replies" aria-label={say('savedReplies')}>
      {replies.map((reply) => (
        <li key={reply.id}>
          <button
            type="button"
            class="saved-reply"
            aria-current={reply === current ? 'true' : undefined}
            onClick={() => onChoose(reply)}
          >
            <kbd dir="ltr">/{reply.shortcut}</kbd>
            <bdi>{reply.name}</bdi>
            <span class="meta" dir="auto">
              {reply.content}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
