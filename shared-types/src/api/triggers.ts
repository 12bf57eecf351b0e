import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { Warning } from '../warning.ts';
import { ExecutionStarted } from './executions.ts';

const Inputs = z.record(z.string(), z.unknown());

/** What fires a trigger, in addition to its execute endpoint: nothing, a schedule, or a request to its address. */
export const TriggerType = z.enum(['manual', 'schedule', 'webhook']);
export type TriggerType = z.infer<typeof TriggerType>;

/** A cron pattern with five fields, or six with seconds first, in an IANA time zone. */
export const TriggerSchedule = z.strictObject({
  cron: z.string().trim().min(1).max(200),
  timezone: z.string().min(1).max(100).default('UTC'),
});
export type TriggerSchedule = z.infer<typeof TriggerSchedule>;

/** Why a tick of a schedule started nothing, and when. */
export const TriggerError = z.object({ message: z.string(), at: Timestamp });
export type TriggerError = z.infer<typeof TriggerError>;

/** A trigger, which starts executions of a workflow (docs/reference/triggers.md#fields). */
export const Trigger = z.object({
  id: z.string(),
  name: z.string(),
  workflow_id: z.string(),
  type: TriggerType,
  enabled: z.boolean(),
  /** Defaults, overridden by the caller's values. */
  inputs: Inputs,
  /** Null if the type isn't schedule. */
  schedule: TriggerSchedule.nullable(),
  /** The address for POST requests, null if the type isn't webhook. */
  webhook: z.object({ url: z.string() }).nullable(),
  last_fired_at: Timestamp.nullable(),
  /** When the schedule is due next; null if it is disabled, or if the type isn't schedule. */
  next_fire_at: Timestamp.nullable(),
  /** Null if the last tick of the schedule fired it, or none has passed since its workflow or inputs were changed. */
  last_error: TriggerError.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Trigger = z.infer<typeof Trigger>;

/** The response of create and PATCH. The warnings are why a schedule could not start its workflow now. */
export const SavedTrigger = Trigger.extend({ warnings: z.array(Warning).optional() });
export type SavedTrigger = z.infer<typeof SavedTrigger>;

/** The response of create and rotate-secret: only here `webhook` has the secret. */
export const IssuedTrigger = z.object({
  ...SavedTrigger.shape,
  webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
});
export type IssuedTrigger = z.infer<typeof IssuedTrigger>;

export const TriggerCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  workflow_id: z.string().min(1).max(200),
  type: TriggerType.default('manual'),
  enabled: z.boolean().default(true),
  inputs: Inputs.default({}),
  schedule: TriggerSchedule.nullish(),
});
export type TriggerCreate = z.infer<typeof TriggerCreate>;

export const TriggerPatch = mergePatchOf(TriggerCreate);
export type TriggerPatch = z.infer<typeof TriggerPatch>;

/** The response of firing a trigger (docs/reference/triggers.md#executing); `inputs` are the merged ones. */
export const TriggerFired = z.object({ ...ExecutionStarted.shape, trigger_id: z.string() });
export type TriggerFired = z.infer<typeof TriggerFired>;

/** The response of an inbound hook. */
export const HookAccepted = z.object({ execution_id: z.string() });
export type HookAccepted = z.infer<typeof HookAccepted>;
