/** The next faults, set through `POST /__faults`; each count is used up. */
export interface Faults {
  /** Ends an event stream after this many events, once for each number. */
  cutAfter: number[];
  /** Refuses the next message with 429 and this Retry-After, in seconds. */
  limitSeconds: number;
  /** Takes the next message and then drops the connection before it answers. */
  dropAnswers: number;
  /** Rejects session tokens as if they had expired. */
  expireSessions: number;
  /** Milliseconds between two deltas. */
  deltaMs: number;
  /** Duration of an upload in milliseconds. */
  uploadMs: number;
  consentRequired: boolean;
  /** Overrides of the interface's public configuration. */
  branding: Record<string, unknown>;
  behaviour: Record<string, unknown>;
}

export const noFaults = (): Faults => ({
  cutAfter: [],
  limitSeconds: 0,
  dropAnswers: 0,
  expireSessions: 0,
  deltaMs: 18,
  uploadMs: 0,
  consentRequired: false,
  branding: {},
  behaviour: {},
});
