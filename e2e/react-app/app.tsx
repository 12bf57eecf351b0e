import { StrictMode, useEffect, useState } from 'react';
import { PorticoChat, PorticoForm, usePortico, type ChatMessage, type PorticoChatProps } from '@portico/widget/react';

/** The page's text about the server; the same when it is rendered there and after hydration. */
export type Config = { host: string; chat: string; form: string; mode?: PorticoChatProps['mode'] };

export function App(config: Config) {
  return (
    <StrictMode>
      <Site {...config} />
    </StrictMode>
  );
}

function Site({ host, chat, form, mode: firstMode = 'bubble' }: Config) {
  const [isMounted, setMounted] = useState(true);
  const [mode, setMode] = useState<NonNullable<PorticoChatProps['mode']>>(firstMode);
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [heard, setHeard] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(0);
  const hear = (name: string) => () => setHeard((before) => [...before, name]);
  return (
    <main>
      <h1>Bicycles</h1>
      <Desk />
      <button type="button" onClick={() => setMounted(!isMounted)}>
        Mount or unmount
      </button>
      <button type="button" onClick={() => setTheme('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => setMode('inline')}>
        Inline
      </button>
      <output>{heard.join(' ')}</output>
      <span data-shown>{shown}</span>
      {isMounted && (
        <PorticoChat
          chat={chat}
          host={host}
          mode={mode}
          theme={theme}
          className="place"
          onReady={hear('ready')}
          onOpen={hear('open')}
          onMessageReceived={({ message }) => hear(message.role)()}
          renderMessage={(message) => (message.role === 'user' ? <Own message={message} count={setShown} /> : null)}
          renderLauncher={({ open }) => <b>{open ? 'Shut' : 'Help'}</b>}
        />
      )}
      <PorticoForm form={form} host={host} onReady={hear('form')} />
    </main>
  );
}

interface OwnProps {
  message: ChatMessage;
  /** Counts the messages that are mounted. */
  count(change: (before: number) => number): void;
}

/** A message rendered by the site; its state is kept through every rendering. */
function Own({ message, count }: OwnProps) {
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    count((before) => before + 1);
    return () => count((before) => before - 1);
  }, [count]);
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {message.content} ×{presses}
    </button>
  );
}

/** The hook finds the chat anywhere in the tree. */
function Desk() {
  const { isMounted, isOpen, unread, messages, isReplying, connection, open, send, newThread } = usePortico();
  return (
    <p>
      <button
        type="button"
        onClick={() => {
          open();
          send('From the page');
        }}
      >
        Ask
      </button>
      <button type="button" onClick={newThread}>
        Start over
      </button>
      <span data-state>
        {[isMounted, isOpen, unread, messages.length, isReplying, connection].map(String).join(' ')}
      </span>
    </p>
  );
}
