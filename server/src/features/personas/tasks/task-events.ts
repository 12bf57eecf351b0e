import type { NewEvent } from '../../../platform/event-log.ts';
import { roundCredits } from '../../credits/index.ts';
import { type ApprovalRow, type TaskRow, type StepRow } from './tasks.sql.ts';
import { percentOf } from './present-task.ts';

/*
 * The events of a task (docs/reference/streams.md#persona-tasks): the fields of the instance, in snake_case like every
 * event.
 */

export function startedEvent(row: TaskRow): NewEvent {
  return {
    event: 'persona:started',
    data: {
      instance_id: row.id,
      persona_id: row.persona_id,
      status: 'running',
      started_at: row.started_at,
      max_duration_hours: row.max_duration_hours,
      max_cost_credits: row.max_cost_credits,
    },
  };
}

export function stepEvent(
  event: 'persona:step-started' | 'persona:step-completed',
  step: StepRow,
  steps: readonly StepRow[],
): NewEvent {
  return {
    event,
    data: { ...step, cost_credits: roundCredits(step.cost_credits), percent: percentOf(steps) },
  };
}

export function approvalEvent(
  event: 'persona:approval-required' | 'persona:approval-decided',
  row: ApprovalRow,
): NewEvent {
  return {
    event,
    data: {
      instance_id: row.instance_id,
      id: row.id,
      kind: row.kind,
      title: row.title,
      arguments: row.edited_arguments ?? row.arguments,
      status: row.status,
      step_index: row.step,
      expires_at: row.expires_at,
      comment: row.comment,
    },
  };
}

export function pausedEvent(row: TaskRow, steps: readonly StepRow[]): NewEvent {
  return {
    event: 'persona:paused',
    data: { ...costOf(row, percentOf(steps)), status: row.status, reason: row.pause_reason },
  };
}

export function resumedEvent(id: string, caps: { maxCostCredits: number; maxDurationHours: number }): NewEvent {
  return {
    event: 'persona:resumed',
    data: { instance_id: id, max_duration_hours: caps.maxDurationHours, max_cost_credits: caps.maxCostCredits },
  };
}

export function endEvent(row: TaskRow, steps: readonly StepRow[]): NewEvent {
  return {
    event: `persona:${row.status}`,
    data: {
      ...costOf(row, row.status === 'completed' ? 100 : percentOf(steps)),
      status: row.status,
      ...(row.error === null ? {} : { error: row.error }),
      completed_at: row.completed_at,
    },
  };
}

function costOf(row: TaskRow, percent: number) {
  return { instance_id: row.id, cost_credits: roundCredits(row.cost_credits), percent };
}
