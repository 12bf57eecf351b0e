import type { UseChatHelpers } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useState } from 'react';

/** Shows what `useChat` returns; the guide leaves that to its reader. */
export function View({
  messages,
  sendMessage,
  regenerate,
  retry,
  stop,
  status,
  error,
}: UseChatHelpers<UIMessage> & { readonly retry: () => Promise<void> }) {
  const [text, setText] = useState('');
  return (
    <>
      <ol>
        {messages.map(({ id, role, parts }) => (
          <li key={id} data-role={role}>
            {parts.map((part, index) => (
              // eslint-disable-next-line react/no-array-index-key -- Parts are only added.
              <Part key={index} part={part} />
            ))}
          </li>
        ))}
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText('');
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button>Send</button>
      </form>
      <button onClick={() => void stop()}>Stop</button>
      <button onClick={() => void regenerate()}>Again</button>
      <button onClick={() => void retry()}>Retry</button>
      <output>{status}</output>
      <p role="alert">{error?.message}</p>
    </>
  );
}

function Part({ part }: { part: UIMessage['parts'][number] }) {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type === 'source-document') return <cite>{part.title}</cite>;
  if (part.type === 'source-url') {
    return (
      <cite>
        <a href={part.url}>{part.title}</a>
      </cite>
    );
  }
  if (part.type === 'dynamic-tool') return <code>{`${part.toolName}: ${part.state}`}</code>;
  return null;
}
