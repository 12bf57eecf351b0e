import type { Log } from './log.ts';

/** A time of the database, in milliseconds since the epoch, with this machine's times of the question and the answer. */
export interface ReadClock {
  readonly databaseMs: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The clocks differ by more than this: reported. */
const reportedMs = 5_000;
/** Less than reported, so that a difference near the limit isn't reported again and again. */
const forgottenMs = 2_500;

/** Returns the function that compares this machine's clock with the database's, and logs when they begin to differ. */
export function createClockCheck(log: Pick<Log, 'warn' | 'info'>): (read: ReadClock) => void {
  let differs = false;
  return ({ databaseMs, askedAt, answeredAt }) => {
    // The database read its clock at any moment between the two, so a slow answer shows less.
    const ahead = askedAt - databaseMs;
    const behind = databaseMs - answeredAt;
    const minMs = Math.max(ahead, behind, 0);
    if (!differs && minMs > reportedMs) {
      differs = true;
      const seconds = Math.round(minMs / 1_000);
      log.warn(
        { seconds },
        `this machine's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's (DATABASE_URL): ` +
          'times and time limits are wrong until both are synchronised (NTP)',
      );
    } else if (differs && minMs < forgottenMs && answeredAt - askedAt < forgottenMs) {
      differs = false;
      log.info('the clocks of this machine and of the database (DATABASE_URL) agree again');
    }
  };
}
