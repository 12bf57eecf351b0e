import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-follow-ups';
import type { ChatMessage } from '../types.ts';
import { usePanel } from '../ui/context.ts';

/** Suggested questions below the newest reply, sent with one click. Hidden while a person answers. */
export function FollowUps({ questions }: { questions: ChatMessage['followUps'] }) {
  const { chat, language, focusComposer } = usePanel();
  if (chat.isReplying.value || chat.answering.isPersons.value) return null;
  return (
    <ul class="prompts follow-ups" aria-label={textsByLanguage[language.value]}>
      {questions?.map((question) => (
        <li key={question}>
          <button
            type="button"
            dir="auto"
            onClick={() => {
              chat.send(question);
              focusComposer();
            }}
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
