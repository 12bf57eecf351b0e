import { fill } from '../locales/load-texts.ts';
import { Avatar } from './avatar.tsx';
import { usePanel } from './context.ts';
import { MarkdownView } from './markdown-view.tsx';
import { Typing } from './typing.tsx';

/** The first message of the interface, or its picture and name, and suggested questions. */
export function Welcome() {
  const { chat, texts, focusComposer } = usePanel();
  const { title, welcomeMessage, suggestedPrompts } = chat.face.value.behaviour;
  const isEmpty = chat.messages.value.length === 0;
  if (chat.isLoading.value && isEmpty) return <Typing label={texts.value.loading} />;
  if (chat.hasEarlier.value) return null;
  const ask = (prompt: string) => {
    chat.send(prompt);
    focusComposer();
  };
  return (
    <>
      {welcomeMessage ? (
        <div class="msg assistant greets">
          <span class="sr">{fill(texts.value.nameSaid, { name: title })}</span>
          <Avatar />
          <div class="md">
            <MarkdownView source={welcomeMessage} isStreaming={false} />
          </div>
        </div>
      ) : (
        isEmpty && (
          <div class="hello">
            <Avatar />
            <p dir="auto">{title}</p>
          </div>
        )
      )}
      {isEmpty && suggestedPrompts.length > 0 && (
        <ul class="prompts">
          {suggestedPrompts.map((prompt) => (
            <li key={prompt}>
              <button type="button" dir="auto" onClick={() => ask(prompt)}>
                {prompt}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
