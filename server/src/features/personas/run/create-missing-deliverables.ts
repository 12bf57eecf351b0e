import type { PersonaDeliverable } from '@portico/shared-types';
import { readFile } from 'node:fs/promises';
import { composeDeliverable } from '../deliverables/compose-deliverable.ts';
import { DeliverableError } from '../deliverables/deliverable-error.ts';
import { findNewest } from '../deliverables/deliverables.sql.ts';
import { contextOf, keepDeliverable } from '../deliverables/keep-deliverable.ts';
import { findFault } from '../deliverables/render-deliverable.ts';
import { findSteps, type StepRow } from '../tasks/tasks.sql.ts';
import { askModel } from './ask-model.ts';
import { isDemo } from './demo-model.ts';
import { TaskFailure } from './signals.ts';
import type { TaskRun } from './task-run.ts';
import { findTurns } from './turns.sql.ts';
import { writeRepairPrompt } from './write-prompt.ts';

/**
 * Creates the files that no tool wrote, from the steps' texts. Then every guaranteed one is checked; the model is asked
 * once for missing ones. Throws a TaskFailure if a guaranteed one is still missing.
 */
export async function createMissingDeliverables(run: TaskRun): Promise<void> {
  const steps = await findSteps(run.platform.database.sql, [run.task.id]);
  for (const [place, deliverable] of run.task.plan.deliverables.entries()) {
    let fault = await checkFile(run, deliverable);
    if (fault === undefined) continue;
    fault = await compose(run, deliverable, steps);
    if (fault === undefined || !deliverable.guaranteed) continue;
    if (!isDemo(run.platform, run.task.plan)) fault = await repair(run, deliverable, steps, place);
    if (fault === undefined) continue;
    throw new TaskFailure('deliverable_missing', `The deliverable "${deliverable.name}" could not be made: ${fault}`);
  }
}

/** Why the newest version is not usable; undefined if it is usable. */
async function checkFile({ platform, task }: TaskRun, { name, type }: PersonaDeliverable): Promise<string | undefined> {
  const newest = await findNewest(platform.database.sql, task.id, name);
  if (newest === undefined) return 'it was not written.';
  try {
    return await findFault(
      type,
      await platform.storage.withLocalFile(newest.storage_key, async (path) => readFile(path)),
    );
  } catch (error) {
    platform.log.warn({ err: error, deliverable_id: newest.id }, 'the file of a deliverable can not be read');
    return 'its file can not be read.';
  }
}

async function compose(
  run: TaskRun,
  deliverable: PersonaDeliverable,
  steps: readonly StepRow[],
): Promise<string | undefined> {
  try {
    const content = await composeDeliverable(deliverable, run.task.task_title, steps, contextOf(run));
    if (content === undefined) return 'the steps’ results hold nothing for it.';
    return await write(run, deliverable, content, `composed:${deliverable.name}`);
  } catch (error) {
    if (error instanceof DeliverableError) return error.message;
    throw error;
  }
}

/** Asks the model for it; the response is stored like a turn after the last step, so that it is requested once. */
async function repair(
  run: TaskRun,
  deliverable: PersonaDeliverable,
  steps: readonly StepRow[],
  place: number,
): Promise<string | undefined> {
  const { platform, task } = run;
  const kept = await findTurns(platform.database.sql, task.id, steps.length);
  const answer =
    kept.find(({ turn }) => turn === place) ??
    (await askModel(run, {
      step: steps.length,
      turn: place,
      messages: writeRepairPrompt(task, steps, deliverable),
      tools: [],
      passages: undefined,
      usedIds: new Set(),
      describe: (content) => content,
    }));
  return write(run, deliverable, answer.content, `repaired:${deliverable.name}`);
}

async function write(
  run: TaskRun,
  deliverable: PersonaDeliverable,
  content: string,
  origin: string,
): Promise<string | undefined> {
  try {
    await keepDeliverable(run, deliverable, content, origin);
    return await checkFile(run, deliverable);
  } catch (error) {
    if (error instanceof DeliverableError) return error.message;
    throw error;
  }
}
