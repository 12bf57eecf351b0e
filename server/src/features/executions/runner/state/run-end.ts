/**
 * Why a run stops although its nodes aren't done. `lost`: another worker or a cancel has the execution now, so nothing
 * may be written. `parked`: only waits are left. `handed-back`: the process stops.
 */
export type RunEndReason = 'lost' | 'deadline' | 'parked' | 'handed-back';

/** The reason of the signal that stops everything a run does. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly reason: RunEndReason;

  constructor(reason: RunEndReason) {
    super(`The run ended: ${reason}.`);
    this.reason = reason;
  }
}
