/**
 * Why a run stops before its nodes are done. `lost`: another worker or a cancel has taken the execution, so nothing may
 * be written. `suspended`: only waits are left. `handed-back`: the process stops.
 */
export type RunEndReason = 'lost' | 'deadline' | 'suspended' | 'handed-back';

/** The abort reason of the signal that stops everything in a run. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly reason: RunEndReason;

  constructor(reason: RunEndReason) {
    super(`The run ended: ${reason}.`);
    this.reason = reason;
  }
}
