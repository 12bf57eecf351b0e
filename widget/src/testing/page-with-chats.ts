import { afterEach, beforeEach, expect, vi } from 'vitest';
import { mountChat } from '../mount/mount-chat.ts';
import type { ChatHandle, ChatOptions } from '../types.ts';
import { createChatServer, makeFace, type ChatServer } from './chat-server.ts';

export interface PageWithChats {
  /** The server of the test. */
  readonly server: ChatServer;
  mount(options?: Partial<ChatOptions>): ChatHandle;
  /** Unmounts a chat that the test has mounted in another way at its end, too. */
  add(handle: ChatHandle): void;
  unmountAll(): void;
}

/** Each test of the file has a server of its own, and leaves no chat on the page. */
export function usePageWithChats(): PageWithChats {
  let server: ChatServer;
  let mounted: ChatHandle[] = [];
  const unmountAll = (): void => {
    for (const handle of mounted.splice(0)) handle.unmount();
  };
  beforeEach(() => {
    mounted = [];
    server = createChatServer(
      makeFace({ behaviour: { suggestedPrompts: ['What is it?'], welcomeMessage: 'Welcome' } }),
    );
  });
  afterEach(() => {
    unmountAll();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return {
    get server() {
      return server;
    },
    mount(options) {
      const handle = mountChat({ chat: 'demo', host: 'https://portico.invalid', ...options });
      mounted.push(handle);
      return handle;
    },
    add: (handle) => void mounted.push(handle),
    unmountAll,
  };
}

/** The elements of the page that contain a chat. */
export const hosts = (): HTMLElement[] => [...document.querySelectorAll('div')].filter(({ shadowRoot }) => shadowRoot);

/** An element of any chat. Throws if there is none. */
export function find(selector: string): HTMLElement {
  const element = hosts()
    .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(selector))
    .find(Boolean);
  if (!element) throw new Error(`nothing matches ${selector}`);
  return element;
}

/** Waits until the element exists. */
export async function appear(selector: string): Promise<HTMLElement> {
  await expect.poll(() => find(selector)).toBeTruthy();
  return find(selector);
}

/** The requests for the interface that have reached the server. */
export const readsOf = ({ calls }: ChatServer) => calls.filter(({ path }) => path === '');
