import type { Sql } from '../../../platform/database.ts';
import { findHandoverRules } from '../handover/handover-rules.ts';
import { isWithinHours } from '../handover/hours.ts';
import { answering } from './answering.ts';
import { isTeamOnline } from './team.sql.ts';

/** Whether a person could answer a visitor of the interface now: within its hours, and with somebody online. */
export async function isAvailable(sql: Sql, workspaceId: string, interfaceId: string): Promise<boolean> {
  const rules = await findHandoverRules(sql, interfaceId);
  if (rules === undefined) return false;
  const isOpen = rules.handover.hours === 'always' || isWithinHours(rules.hours, rules.timezone, new Date());
  return isOpen && isTeamOnline(sql, workspaceId, answering);
}
