import { mountChat } from './mount/mount-own-chat.ts';
import type { ChatHandle, ChatOptions, LiveOptions, Mode, Persistence } from './types.ts';
import type { PorticoChatElement, Position, Theme, Transport } from './types.ts';
import { withoutGaps } from './without-gaps.ts';

declare global {
  interface HTMLElementTagNameMap {
    'portico-chat': PorticoChatElement;
  }
}

/** Defines `<portico-chat chat="SLUG" host="https://HOST">` once; does nothing on a server, which has no elements. */
export function defineElement(name = 'portico-chat'): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement implements PorticoChatElement {
      static readonly observedAttributes = ['theme', 'locale', 'position', 'z-index'];
      handle: ChatHandle | null = null;

      connectedCallback(): void {
        const options = readOptions(this);
        if (options.mode === 'inline') this.style.display ||= 'block';
        this.handle = mountChat(options);
      }

      disconnectedCallback(): void {
        this.handle?.unmount();
        this.handle = null;
      }

      attributeChangedCallback(): void {
        this.handle?.update(readLive(this));
      }
    },
  );
}

function readOptions(element: HTMLElement): ChatOptions {
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  const options: { [Name in keyof ChatOptions]: ChatOptions[Name] | undefined } = {
    ...readLive(element),
    chat: text('chat') ?? '',
    host: text('host') ?? location.origin,
    id: element.id || undefined,
    mode: text('mode') as Mode | undefined,
    search: text('search'),
    persistence: text('persistence') as Persistence | undefined,
    consent: text('consent') as 'required' | undefined,
    transport: text('transport') as Transport | undefined,
    open: readSwitch(element, 'open'),
    target: element,
  };
  return withoutGaps(options) as ChatOptions;
}

function readLive(element: HTMLElement): LiveOptions {
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  const zIndex = text('z-index');
  return withoutGaps({
    theme: text('theme') as Theme | undefined,
    position: text('position') as Position | undefined,
    locale: text('locale'),
    emoji: readSwitch(element, 'emoji'),
    voice: readSwitch(element, 'voice'),
    zIndex: zIndex === undefined ? undefined : Number(zIndex),
  });
}

/** A present attribute means true, unless its value is `false`. */
function readSwitch(element: HTMLElement, name: string): boolean | undefined {
  return element.hasAttribute(name) ? element.getAttribute(name) !== 'false' : undefined;
}
