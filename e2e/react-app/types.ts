import type { PorticoGlobal } from '@portico/embed-loader';
import { connectFrame, mountChat, mountForm, type ChatHandle } from '@portico/widget';
import type { HeadlessState } from '@portico/widget/headless';
import { usePortico, type PorticoChatProps } from '@portico/widget/react';

/* Only type-checked: the packages' types accept the guide's code, and reject everything else. */

export function callGlobal(): PorticoGlobal | undefined {
  const off = window.Portico?.('on', 'message-received', ({ id }) => id.trim());
  off?.();
  window.Portico?.('boot', { chat: 'support', theme: 'dark', persistence: 'memory' });
  window.Portico?.('open', { id: 'support' });
  // @ts-expect-error -- no such verb
  window.Portico?.('explode');
  // @ts-expect-error -- no such theme
  window.Portico?.('update', { theme: 'pink' });
  return window.Portico;
}

export function mount(frame: HTMLIFrameElement): ChatHandle {
  const chat = mountChat({
    chat: 'support',
    host: 'https://portico.example',
    slots: {
      message: (message) => (message.role === 'assistant' ? document.createTextNode(message.content) : null),
      citation: (citation, open) => (open(), citation.documentName),
      launcher: ({ open, unread }) => (open ? '×' : `Help (${unread.toFixed()})`),
    },
  });
  chat.on('unread', ({ count }) => count.toFixed());
  chat.on('error', ({ error }) => error.retryAfter?.toFixed());
  chat.update({ branding: { primaryColor: '#123456' }, behaviour: { title: 'Help' } });
  mountForm({ form: 'apply', host: 'https://portico.example', prefill: { inputs: { topic: 'Bikes' } } }).unmount();
  connectFrame(frame, 'https://portico.example', (message) => message.type.trim()).send({ type: 'send', text: 'Hi' });
  // @ts-expect-error -- an interface has a slug
  mountChat({ host: 'https://portico.example' });
  // @ts-expect-error -- no such event
  chat.on('explosion', () => {});
  return chat;
}

export const count = ({ history, uploads }: HeadlessState): number => history.length + uploads.length;

export function useDesk(): PorticoChatProps {
  const { handle, consent } = usePortico('support');
  consent('granted');
  handle?.prefill('Hello');
  // @ts-expect-error -- no such mode
  return { chat: 'support', host: 'https://portico.example', mode: 'page' };
}
