import type { Role, Scope } from '@portico/shared-types';
import type { AccessLease } from '../access-watch.ts';
import type { Actor } from '../actor.ts';
import type { ApiError } from '../errors.ts';

/** The caller of an authenticated route: an API key, or a signed-in person in one of the person's workspaces. */
export interface Caller {
  readonly workspaceId: string;
  /** The author recorded for changes. */
  readonly actor: Actor;
  /** The person's role in the workspace; null for a key. */
  readonly role: Role | null;
  /** The sign-in session that authenticated the request; null for a key. */
  readonly sessionId: string | null;
  /**
   * The key under which requests are limited, open streams counted and idempotent requests stored: a key, or a person
   * in a workspace.
   */
  readonly holder: string;
  readonly scopes: readonly Scope[];
  readonly limitPerMinute: number;
  readonly limitPerDay: number;
  /** Watches access that was opened for these scopes: the signal fires once the caller has lost them. */
  watch(scopes: readonly Scope[]): AccessLease;
}

/** The same for access that depends on the caller and not on a workspace: a person may have none. */
export interface AccountCaller extends Omit<Caller, 'workspaceId'> {
  readonly workspaceId: string | null;
}

/**
 * A caller whose request is rejected after it was counted: sent by a foreign page, or for a workspace that is not
 * theirs.
 */
export interface Authenticated extends AccountCaller {
  readonly refusal?: ApiError | undefined;
}
