import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FormSubmission, FormSubmissionRequest, SubmissionFile } from '@portico/shared-types/api/public-forms';
import type { SubmissionEvent } from '@portico/shared-types/events';
import { hostileOutput, review } from './answers.ts';

export interface LoggedEvent {
  id: number;
  name: string;
  data: object;
}

/** A submission of the double: its record, and the numbered log that its streams read. */
export interface DoubleSubmission {
  record: FormSubmission;
  log: LoggedEvent[];
  changed: EventEmitter;
}

type Tell = <Name extends SubmissionEvent['event']>(
  name: Name,
  data: Omit<Extract<SubmissionEvent, { event: Name }>['data'], 'timestamp'>,
) => void;

/** Starts a submission that goes through all states at `pace` milliseconds a step. */
export function startSubmission(
  slug: string,
  request: FormSubmissionRequest,
  files: SubmissionFile[],
  pace: number,
): DoubleSubmission {
  const submission: DoubleSubmission = {
    record: {
      id: `sub_${randomBytes(16).toString('hex')}`,
      interfaceId: 'fmi_01jd8m2x3k4n5p6q7r8s9t0v1w',
      message: request.message,
      files,
      urls: request.urls,
      output: null,
      executionId: 'exe_01jd8m2x3k4n5p6q7r8s9t0v1w',
      executionStatus: 'submitted',
      submittedAt: new Date().toISOString(),
    },
    log: [],
    changed: new EventEmitter().setMaxListeners(0),
  };
  const tell: Tell = (name, data) => {
    const event = { id: submission.log.length + 1, name, data: { ...data, timestamp: new Date().toISOString() } };
    submission.log.push(event);
    submission.changed.emit('event', event);
  };
  void run(slug, submission.record, tell, pace);
  return submission;
}

async function run(slug: string, record: FormSubmission, tell: Tell, pace: number): Promise<void> {
  await sleep(pace);
  const items = [...record.files.map((file) => ({ file: file.fileName })), ...record.urls.map((url) => ({ url }))];
  for (const [done, item] of items.entries()) {
    record.executionStatus = 'processing';
    tell('submission:processing', { ...item, done, total: items.length });
    await sleep(pace);
    tell('submission:processing', { ...item, done: done + 1, total: items.length });
  }
  record.executionStatus = 'running';
  for (const [progress, node] of [
    [0, 'read'],
    [25, 'find_risks'],
    [60, 'write'],
  ] as const) {
    tell('submission:running', { progress, current_node: node });
    await sleep(pace);
  }
  if (slug === 'fails') {
    const error = { code: 'node_execution_failed', message: 'The model could not read this contract.' };
    Object.assign(record, { executionStatus: 'failed', error });
    return tell('submission:failed', { submission_id: record.id, error });
  }
  const output = slug === 'hostile' ? hostileOutput : review;
  for (const content of output.match(/[^]{1,24}/g) ?? []) {
    tell('output:delta', { content });
    await sleep(pace / 20);
  }
  Object.assign(record, { executionStatus: 'completed', output });
  tell('submission:completed', { submission_id: record.id, output });
}
