import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { LeasePorts } from '../../../platform/leases/ports.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mailVisitor } from '../visitor-mail/mail-visitor.ts';
import {
  claimNotices,
  type ClaimedNotice,
  releaseAllNotices,
  releaseNotice,
  renewNotices,
} from './notices.claims.sql.ts';
import { endNotice } from './notices.sql.ts';
import { notifyTeam, sendNotice } from './notify-team.ts';

/** Maximum number of mails, and of other notices, that one process sends at the same time; mail servers accept few. */
const slots = { slots: 8, share: 4 };

/**
 * Starts sending notices in this process; returns the function that stops it. Mails have a worker of their own: while the
 * mail server doesn't answer, each of them occupies a slot for a while, and the other notices must not wait for that.
 */
export function startNotices(platform: Platform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const shared: Omit<LeasePorts<ClaimedNotice>, 'name' | 'claim' | 'releaseAll' | 'run'> = {
    log: platform.log,
    ...slots,
    looksAfterEach: true,
    groupOf: (notice) => notice.workspace_id,
    renew: async (leases, extend) => renewNotices(sql, leases, extend),
    release: async (notice, { afterMs }) => releaseNotice(sql, notice, afterMs),
    fail: async (notice) => {
      await endNotice(sql, notice);
    },
  };
  const mails = new LeasedWorker<ClaimedNotice>(
    {
      ...shared,
      name: 'mail',
      claim: async (capacity) => claimNotices(sql, 'mail', capacity),
      // The other worker makes the rows of both due.
      releaseAll: async () => undefined,
      run: async (notice, { signal }) => {
        if (notice.kind === 'visitor') await mailVisitor(platform, notice, signal);
        else await sendNotice(platform, notice, signal);
        return undefined;
      },
    },
    platform.leases,
  );
  const others = new LeasedWorker<ClaimedNotice>(
    {
      ...shared,
      name: 'notice',
      claim: async (capacity) => claimNotices(sql, 'other', capacity),
      releaseAll: async () => releaseAllNotices(sql),
      run: async (notice, { signal }) => {
        if (notice.kind === 'webhook') await sendNotice(platform, notice, signal);
        else {
          // Splits a due notice into the ones to send.
          await notifyTeam(platform, notice);
          mails.wake();
        }
        return undefined;
      },
    },
    platform.leases,
  );
  others.start({ isAlone: embedded });
  mails.start({ isAlone: false });
  return async () => {
    await Promise.all([others.stop(), mails.stop()]);
  };
}
