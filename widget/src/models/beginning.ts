import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { CreateChatSession } from '@portico/shared-types/api/public-chat';
import type { PublicFormField } from '@portico/shared-types/api/public-forms';
import type { ChatApi } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { Face } from '../face.ts';
import type { LiveOptions } from '../types.ts';
import { findResumeLink } from './resume-link.ts';
import type { ChatStorage } from './storage.ts';

/**
 * Data for the start of a session in addition to the visit: the answers to the owner's questions, and a proof of work.
 */
export interface Beginning {
  readonly fields: ReadonlySignal<readonly PublicFormField[]>;
  /** The visitor still has to fill in the fields. */
  readonly isAsking: ReadonlySignal<boolean>;
  answer(values: Record<string, unknown>): void;
  /** Forgets the previous visitor's answers. */
  reset(): void;
  /** Waits for the answers and solves the challenge. */
  prepare(body: CreateChatSession): Promise<CreateChatSession>;
  /** The server rejected the answers, so they are asked for again. */
  refuse(): void;
}

export function createBeginning(
  api: ChatApi,
  storage: ChatStorage,
  face: Face,
  options: ReadonlySignal<LiveOptions>,
): Beginning {
  const { preChat, challenge } = face;
  // A name or address that the site has signed isn't asked for again.
  const fields = computed(() => {
    const { identity } = options.value;
    const known = (name: string) => (name === 'name' || name === 'email') && identity?.[name] != null;
    return preChat?.enabled ? preChat.fields.filter(({ name }) => !known(name)) : [];
  });
  const isOpen = () => fields.peek().length > 0 && !storage.read().preChat;
  const isAsking = signal(isOpen() && !storage.read().session && findResumeLink() === undefined);
  const waiting: (() => void)[] = [];

  return {
    fields,
    isAsking,
    answer(values) {
      storage.update({ preChat: values });
      isAsking.value = false;
      for (const go of waiting.splice(0)) go();
    },
    reset() {
      isAsking.value = isOpen();
    },
    async prepare(body) {
      if (isOpen()) {
        isAsking.value = true;
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
      const { preChat: answers } = storage.read();
      return {
        ...body,
        preChat: answers,
        challenge: challenge === 'proof_of_work' ? await solve(api) : undefined,
      };
    },
    refuse() {
      if (!storage.read().preChat) return;
      storage.update({ preChat: undefined });
      isAsking.value = isOpen();
    },
  };
}

async function solve(api: ChatApi): Promise<string> {
  const [challenge, { solveChallenge }] = await Promise.all([
    api.readChallenge(),
    import('../beginning/solve-challenge.ts'),
  ]);
  try {
    return await solveChallenge(challenge);
  } catch {
    // Browsers offer no cryptography to insecure pages.
    throw new RequestError('service_unavailable', 503, '');
  }
}
