/**
 * Why a run stops although its nodes aren't done. `lost`: another worker or a cancel has the execution now, so nothing
 * may be written. `suspended`: only waits are left. `handed-back`: the process stops.
 */
export type RunEndReason = 'lost' | 'deadline' | 'suspended' | 'handed-back';

/** The reason of the signal that stops everything a run does. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly reason: RunEndReason;

  constructor(reason: RunEndReason) {
    super(`The run ended: ${reason}.`);
    this.reason = reason;
  }
}
