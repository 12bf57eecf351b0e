import type { Language } from '@portico/browser-kit/languages';
import type { ChatMessage } from '../types.ts';
import { usePanel } from '../ui/context.ts';

/** What a list of questions below a reply is called by screen readers. */
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

/** Below the newest reply: what the visitor may ask next, sent with one click. Not while a person answers. */
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
