import type { Conversation } from '@portico/shared-types';

/** Whether the visitor has rated a closed conversation since it was closed. */
export function isRated({ status, csat, closed_at: closedAt }: Conversation): boolean {
  if (status !== 'closed' || csat === null || closedAt === null) return false;
  return Date.parse(csat.at) >= Date.parse(closedAt);
}
