import type { Trigger } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import type { TriggerRow } from './triggers.sql.ts';

/** A trigger as the API shows it; where its hook is reached, and never the secret. */
export function presentTrigger(platform: Platform, row: TriggerRow): Trigger {
  const { id, name, workflow_id, type, enabled, inputs, cron, timezone, last_fired_at, created_at, updated_at } = row;
  return {
    id,
    name,
    workflow_id,
    type,
    enabled,
    inputs,
    schedule: cron === null || timezone === null ? null : { cron, timezone },
    webhook: type === 'webhook' ? { url: `${platform.publicUrl}/hooks/${id}` } : null,
    last_fired_at,
    created_at,
    updated_at,
  };
}
