import type { SavedReply } from '@portico/shared-types/api/conversations';
import { savedReplies } from '../../../data/saved-replies.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { conversationTexts } from '../texts.ts';

/** Maximum number of saved replies shown at once. */
const shown = 6;

/** The saved replies that match a text beginning with `/`; Enter selects the first. */
export function useMatchingReplies(text: string): readonly SavedReply[] {
  const { data } = savedReplies.useAll();
  const typed = /^\/(\S*)$/u.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined || data === undefined) return [];
  return data
    .filter(({ shortcut, name }) => shortcut.toLowerCase().startsWith(typed) || name.toLowerCase().includes(typed))
    .slice(0, shown);
}

interface Props {
  replies: readonly SavedReply[];
  onChoose: (reply: SavedReply) => void;
}

export function SavedReplyList({ replies, onChoose }: Props) {
  const say = useTexts(conversationTexts);
  if (replies.length === 0) return null;
  return (
    <ul class="saved-replies" aria-label={say('savedReplies')}>
      {replies.map((reply) => (
        <li key={reply.id}>
          <button type="button" class="saved-reply" onClick={() => onChoose(reply)}>
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
