import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, systemActor } from './actor.ts';
import { createId } from './ids.ts';

/** Context of a request that is available in services, queries, jobs and logs. */
export interface RequestContext {
  readonly requestId: string;
  /** Set once the request is authenticated. */
  actor?: Actor;
  /** The client's address. */
  ip?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context`; everything it awaits has the same context. */
export function runWithContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The id of the request or job that is being served, undefined outside of one. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}

/** Sets the author of the current request. */
export function identifyRequest(who: { readonly actor?: Actor; readonly ip: string | undefined }): void {
  const context = storage.getStore();
  if (context !== undefined) Object.assign(context, who);
}

/** The author of the current request, for the audit log; outside of one the server itself. */
export function currentOrigin(): { actor: Actor; ip: string | null; requestId: string | null } {
  const { actor = systemActor, ip = null, requestId = null } = storage.getStore() ?? {};
  return { actor, ip, requestId };
}

/** The incoming X-Request-Id if it is well formed (1 to 128 of `A-Za-z0-9._-`), else a new one. */
export function chooseRequestId(incoming: string | undefined): string {
  return incoming !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(incoming) ? incoming : createId('req');
}
