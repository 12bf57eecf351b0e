import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { PublicThreadEvent } from '@portico/shared-types/events';
import type { Answering, ChatMessage } from '../types.ts';

/** Who answers, and who is typing. */
export interface AnsweringModel {
  readonly state: Signal<Answering>;
  /** The visitor waits for a person, or a person answers: the events matter also while nobody looks at the panel. */
  readonly isPersons: ReadonlySignal<boolean>;
  /** The visitor's last message gets no reply of the agent. */
  readonly isSilent: ReadonlySignal<boolean>;
  /** When a person was last typing, in milliseconds; 0 for never. */
  readonly typedAt: ReadonlySignal<number>;
  receive(event: PublicThreadEvent): void;
}

export function createAnswering(messages: ReadonlySignal<readonly ChatMessage[]>): AnsweringModel {
  const state = signal<Answering>({ status: 'bot', assignee: null });
  const typedAt = signal(0);
  const isPersons = computed(() => state.value.status === 'waiting' || state.value.status === 'human');
  /** The last message when a person returned the conversation to the agent, which replies to the next one. */
  const left = signal('');
  return {
    state,
    typedAt,
    isPersons,
    isSilent: computed(() => state.value.status !== 'bot' || messages.value.at(-1)?.id === left.value),
    receive({ event, data }) {
      if (event === 'typing') typedAt.value = Date.now();
      if (event !== 'conversation:status') return;
      if (isPersons.peek()) left.value = messages.peek().at(-1)?.id ?? '';
      const { assignee, ...others } = data;
      state.value = {
        ...others,
        assignee: assignee && { name: assignee.name, avatarUrl: assignee.avatar_url },
      };
    },
  };
}
