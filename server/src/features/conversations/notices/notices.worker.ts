import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
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

/** Maximum number of notices that one process sends at the same time; a mail server accepts few connections. */
const slots = { slots: 8, share: 4 };

/** Starts sending notices in this process; returns the function that stops it. */
export function startNotices(platform: Platform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const worker = new LeasedWorker<ClaimedNotice>(
    {
      name: 'notice',
      log: platform.log,
      ...slots,
      // Splits a due notice into the ones to send.
      looksAfterEach: true,
      groupOf: (notice) => notice.workspace_id,
      claim: async (capacity) => claimNotices(sql, capacity),
      renew: async (leases, extend) => renewNotices(sql, leases, extend),
      release: async (notice, afterMs) => releaseNotice(sql, notice, afterMs),
      releaseAll: async () => releaseAllNotices(sql),
      run: async (notice, { signal }) => {
        if (notice.kind === 'waiting' || notice.kind === 'team') await notifyTeam(platform, notice);
        else if (notice.kind === 'visitor') await mailVisitor(platform, notice);
        else await sendNotice(platform, notice, signal);
        return undefined;
      },
      fail: async (notice) => {
        await endNotice(sql, notice);
      },
    },
    platform.leases,
  );
  worker.start({ isAlone: embedded });
  return async () => worker.stop();
}
