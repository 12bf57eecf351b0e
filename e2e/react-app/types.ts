import type { PorticoBootOptions, PorticoGlobal, PorticoIdentity } from '@portico/embed-loader';
import {
  connectFrame,
  mountChat,
  mountForm,
  type Behaviour,
  type Branding,
  type ChatHandle,
  type FormHandle,
  type FormOptions,
} from '@portico/widget';
import type { HeadlessState } from '@portico/widget/headless';
import { usePortico, type FormEvents, type PorticoChatProps, type PorticoFormProps } from '@portico/widget/react';

/* Only type-checked: the packages' types accept the guide's code, and reject everything else. */

export function callGlobal(): Window['Portico'] {
  const off = window.Portico?.('on', 'message-received', ({ id }) => id.trim());
  off?.();
  window.addEventListener('portico:message-received', ({ detail }) => detail.message.content.trim());
  window.Portico?.('boot', { chat: 'support', theme: 'dark', persistence: 'memory' });
  window.Portico?.('open', { id: 'support' });
  // @ts-expect-error -- no such verb
  window.Portico?.('explode');
  // @ts-expect-error -- no such theme
  window.Portico?.('update', { theme: 'pink' });
  return window.Portico;
}

/** What the guide's tables of attributes, calls and events list. */
export function callWithEverything(portico: PorticoGlobal, identity: PorticoIdentity): void {
  const options: PorticoBootOptions = {
    chat: 'support',
    mode: 'ask',
    search: '#search',
    target: '#place',
    zIndex: 5,
    emoji: false,
    analytics: 'plausible',
    preview: 'prv_1',
    branding: { primaryColor: '#123456' },
    behaviour: { title: 'Help' },
    page: { url: 'https://www.example.com/cart' },
    metadata: { plan: 'pro' },
    identity: { ...identity, signatureVersion: 2 },
  };
  portico('boot', options);
  portico('boot', { form: 'apply', prefill: { inputs: { topic: 'Bikes' } } });
  portico('update', { page: { url: 'https://www.example.com/', title: 'Shop' }, metadata: { plan: null } });
  portico('update', { branding: { primaryColor: '#123456' }, behaviour: { title: 'Help' }, voice: false });
  portico('identify', { ...identity, signatureVersion: 2 });
  portico('on', 'message-received', ({ message }) => message.content.trim(), { id: 'support' });
  portico('on', 'unread', ({ count }) => count.toFixed());
  portico('on', 'error', ({ error }) => error.code.trim());
  portico('on', 'submitted', ({ id }) => id.trim());
  // @ts-expect-error -- the mode of the page of a chat
  portico('boot', { chat: 'support', mode: 'page' });
  // @ts-expect-error -- no such service
  portico('boot', { chat: 'support', analytics: 'abacus' });
  // @ts-expect-error -- no such version
  portico('identify', { ...identity, signatureVersion: 3 });
  // @ts-expect-error -- a number
  portico('on', 'unread', ({ count }) => count.trim());
}

export function mountApply(options: FormOptions): FormHandle {
  const form = mountForm({ ...options, position: 'left' });
  form.on('submitted', ({ id }: FormEvents['submitted']) => id.trim());
  return form;
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
  const branding: Partial<Branding> = { primaryColor: '#123456' };
  const behaviour: Partial<Behaviour> = { title: 'Help' };
  chat.update({ branding, behaviour });
  document.querySelector('portico-chat')?.handle?.open();
  mountForm({ form: 'apply', host: 'https://portico.example', prefill: { inputs: { topic: 'Bikes' } } }).unmount();
  connectFrame(frame, 'https://portico.example', (message) => message.type.trim()).send({ type: 'send', text: 'Hi' });
  // @ts-expect-error -- an interface has a slug
  mountChat({ host: 'https://portico.example' });
  // @ts-expect-error -- no such event
  chat.on('explosion', () => {});
  return chat;
}

/** What an app doesn't know yet is undefined; that means the same as leaving it out. */
export function passWhatIsKnown(
  { theme, locale, zIndex, prefill }: Partial<Pick<FormOptions, 'theme' | 'locale' | 'zIndex' | 'prefill'>>,
  identity?: PorticoIdentity,
): PorticoFormProps {
  const address = { chat: 'support', host: 'https://portico.example' };
  window.Portico?.('boot', { chat: 'support', identity, theme, locale, zIndex });
  window.Portico?.('update', { identity, theme });
  const chat = mountChat({ ...address, identity, theme, locale, zIndex, target: undefined, slots: undefined });
  const branding = { primaryColor: undefined };
  chat.update({ identity, theme, open: undefined, branding });
  const props: PorticoChatProps = { ...address, identity, theme, onReady: undefined, renderMessage: undefined };
  mountForm({ form: 'apply', host: props.host, theme, prefill: { ...prefill, message: undefined } }).update({ theme });
  return { form: 'apply', host: props.host, theme, locale, prefill, className: undefined };
}

export const count = ({ history, uploads }: HeadlessState): number => history.length + uploads.length;

export function useDesk(): PorticoChatProps {
  const { handle, consent } = usePortico('support');
  consent('granted');
  handle?.prefill('Hello');
  // @ts-expect-error -- no such mode
  return { chat: 'support', host: 'https://portico.example', mode: 'page' };
}
