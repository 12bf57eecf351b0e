import type { Language } from '@portico/browser-kit/languages';
import type { ChatMessage } from '../types.ts';
import { usePanel } from '../ui/context.ts';

/** Screen reader label of the list of questions below a reply. */
const labels: Readonly<Record<string, string> & Record<Language, string>> = {
  en: 'Questions to ask next',
  de: 'Mögliche nächste Fragen',
  es: 'Preguntas para continuar',
  fr: 'Questions pour continuer',
  pt: 'Perguntas para continuar',
  ar: 'أسئلة يمكن طرحها تاليًا',
  he: 'שאלות להמשך',
  ja: '次の質問の候補',
  zh: '接下来可以问的问题',
};

/** Suggested questions below the newest reply, sent with one click. Hidden while a person answers. */
export function FollowUps({ questions }: { questions: ChatMessage['followUps'] }) {
  const { chat, language, focusComposer } = usePanel();
  if (chat.isReplying.value || chat.answering.isPersons.value) return null;
  return (
    <ul class="prompts follow-ups" aria-label={labels[language.value] ?? labels.en}>
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
