/** Who did something: a person, an API key, or the server itself. */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'system';
  /** `usr_…`, `key_…`, or `system`. */
  readonly id: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  /** The person's membership of the workspace, `mem_…`; null for keys and the server. */
  readonly memberId: string | null;
}

/** The server itself: sweeps, starts, commands of the operator. */
export const systemActor: Actor = { type: 'system', id: 'system', name: 'Portico', avatarUrl: null, memberId: null };
