import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ChatApi } from '../transport/api.ts';
import { isIdentityRefused } from '../transport/errors.ts';
import type { LiveOptions } from '../types.ts';
import type { Chat } from './chat.ts';
import type { Consent } from './consent.ts';
import type { Faults } from './faults.ts';
import type { History } from './history.ts';
import type { Session } from './session.ts';
import type { ChatStorage } from './storage.ts';

export interface VisitorOptions {
  api: ChatApi;
  session: Session;
  storage: ChatStorage;
  history: History;
  faults: Faults;
  options: Signal<LiveOptions>;
  consent: Consent;
  isOpen: ReadonlySignal<boolean>;
  /** Forgets the conversation and the message being written. */
  leave(): void;
  resume(): void;
}

/** The visitor: identified by the site, forgotten on request. */
export function createVisitor(given: VisitorOptions): Pick<Chat, 'identify' | 'logout' | 'forget' | 'decideConsent'> {
  const { api, session, storage, history, faults, options, consent, isOpen, leave, resume } = given;
  const userId = () => options.peek().identity?.userId;
  /** The identity was refused when the page gave it. */
  let isRefused = false;

  function logout(): void {
    const { identity: _, ...rest } = options.peek();
    options.value = rest;
    storage.clear();
    history.refresh();
    leave();
    consent.reset();
  }

  return {
    logout,
    async forget() {
      await faults.attempt(async () => {
        const before = userId();
        const current = session.current.peek() ?? storage.read().session;
        if (current) await api.forget(current);
        // Meanwhile, the page may have identified the next person.
        if (userId() === before) logout();
      });
    },
    identify(identity) {
      const isSame = userId() === identity.userId;
      if (userId() && !isSame) logout();
      options.value = { ...options.peek(), identity };
      const isUsed = session.current.peek() ?? isOpen.peek();
      const wasRefused = isRefused || isIdentityRefused(faults.error.peek());
      if ((isSame && !wasRefused) || !isUsed || consent.state.peek() !== 'granted') return;
      void faults.attempt(() => session.reopen()).then((isDone) => (isRefused = !isDone));
    },
    decideConsent(decision) {
      consent.decide(decision);
      if (decision === 'granted' && session.hasStored() && isOpen.peek()) resume();
    },
  };
}
