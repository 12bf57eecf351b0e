import { BusinessHours, ChatExtras, ChatHandover } from '@portico/shared-types';
import { z } from 'zod';
import type { Sql } from '../../../platform/database.ts';
import { findHandoverRow } from './handover.sql.ts';

/** The handover settings of an interface, and the office hours of its workspace. */
const HandoverRules = z.object({
  handover: ChatHandover,
  texts: ChatExtras.shape.texts,
  locale: z.string().nullable(),
  timezone: z.string(),
  hours: BusinessHours.nullable(),
});
export type HandoverRules = z.infer<typeof HandoverRules>;

/** Undefined for a deleted interface. */
export async function findHandoverRules(sql: Sql, interfaceId: string): Promise<HandoverRules | undefined> {
  const row = await findHandoverRow(sql, interfaceId);
  return row === undefined ? undefined : HandoverRules.parse(row);
}
