import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { callSlot } from '../mount/call-slot.ts';
import type { ChatHandle, ChatMessage, Citation } from '../types.ts';
import type { AllSlots, SlottedChat } from './mount-with-slots.ts';
import { isBuiltIn } from './portals.ts';
import type { Portals } from './portals.ts';

/** The render functions of a page, all optional; null, or none, keeps the built-in rendering. */
export interface Renderers {
  /** Renders the body of a message in your own way; null keeps the built-in one. */
  renderMessage?: ((message: ChatMessage) => ReactNode) | undefined;
  renderCitation?: ((citation: Citation, open: () => void) => ReactNode) | undefined;
  renderLauncher?: ((state: { open: boolean; unread: number }) => ReactNode) | undefined;
}

/** A message of the visitor keeps its content when it gets the server's id. */
const keyOf = ({ role, clientMessageId, id }: ChatMessage): string => `message ${role} ${clientMessageId ?? id}`;

/** Slots that the newest render functions fill. */
export function createSlots(latest: { readonly current: Renderers }, { fill }: Portals<Renderers>): AllSlots {
  return {
    message: (message) => fill(keyOf(message), ({ renderMessage }) => renderMessage?.(message), latest.current),
    citation: (citation, open, messageId) => {
      const key = `citation ${messageId} ${citation.chunkId}`;
      return fill(key, ({ renderCitation }) => renderCitation?.(citation, open), latest.current);
    },
    launcher: (state) => fill('launcher', ({ renderLauncher }) => renderLauncher?.(state), latest.current),
  };
}

/**
 * React renders what is in the slots again with the page. The widget itself is only asked if a new render function
 * begins or stops to replace the built-in rendering; a citation is small, so it is asked each time.
 */
export function useRefill(chat: SlottedChat | null, { has }: Portals<Renderers>, given: Renderers): void {
  const { renderMessage, renderCitation, renderLauncher } = given;

  useEffect(() => {
    const isChanged = (message: ChatMessage) =>
      has(keyOf(message)) === isBuiltIn(callSlot(() => renderMessage?.(message)));
    if (chat?.handle.getState().messages.some(isChanged)) chat.refill.message();
  }, [chat, has, renderMessage]);

  const citationBefore = useRef(renderCitation);
  useEffect(() => {
    if (citationBefore.current !== renderCitation) chat?.refill.citation();
    citationBefore.current = renderCitation;
  }, [chat, renderCitation]);

  useEffect(() => {
    if (chat && has('launcher') === isBuiltIn(callSlot(() => renderLauncher?.(readLauncher(chat.handle)))))
      chat.refill.launcher();
  }, [chat, has, renderLauncher]);
}

function readLauncher(handle: ChatHandle): { open: boolean; unread: number } {
  const { isOpen, unread } = handle.getState();
  return { open: isOpen, unread };
}
