import { onAbort } from '../../platform/on-abort.ts';

interface Hold {
  readonly workspaceId: string;
  readonly knowledgeBaseId: string;
  readonly until: Promise<unknown>;
}

const holds = new Set<Hold>();

/** Searches of this process in the knowledge base wait until the promise, which must not fail, is settled. */
export function holdSearches(workspaceId: string, knowledgeBaseId: string, until: Promise<unknown>): void {
  const hold = { workspaceId, knowledgeBaseId, until };
  holds.add(hold);
  void until.then(() => holds.delete(hold));
}

/** Waits while a search of these knowledge bases, all of the workspace's if `ids` is undefined, is held. */
export async function waitWhileHeld(
  workspaceId: string,
  ids: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<void> {
  const held = [...holds].filter(
    (hold) => hold.workspaceId === workspaceId && (ids === undefined || ids.includes(hold.knowledgeBaseId)),
  );
  if (held.length === 0) return;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = onAbort(signal, () => reject(signal.reason));
  try {
    await Promise.race([aborted, Promise.all(held.map(async ({ until }) => until))]);
  } finally {
    stop();
  }
}
