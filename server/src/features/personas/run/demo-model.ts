import type { ChatMessage, Passage } from '../../../platform/models/chat-model.ts';
import { extractiveModelName } from '../../../platform/models/extractive/extractive-model.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { TaskRow, StepRow } from '../tasks/tasks.sql.ts';
import type { Plan } from '../plan.ts';

/*
 * The built-in model (docs/reference/models.md#built-in-models) quotes and summarises, and can't follow a procedure:
 * given a procedure, it quoted it as the result. So it is asked only for what it can do, and the result says so.
 */

const note =
  '> This was made by Portico’s built-in demo model. It knows nothing of its own and doesn’t follow the steps: it only ' +
  'quotes what it was given. Connect a language model for real work.';

/** Whether the built-in model works on a task. */
export function isDemo({ models }: Platform, { model }: Plan): boolean {
  return models.builtin || (model ?? models.defaultModel) === extractiveModelName;
}

/** Asks for passages of the knowledge bases that fit the step, or else for a summary of the input. */
export function writeDemoPrompt(task: TaskRow, step: StepRow, passages: Passage[] | undefined): ChatMessage[] {
  if (passages !== undefined && passages.length > 0) {
    return [{ role: 'user', content: `${task.task_title}: ${step.title}` }];
  }
  const texts = task.plan.inputFields.flatMap(({ name, type }) => {
    const value = task.structured_inputs[name];
    return typeof value === 'string' && (type === 'text' || type === 'textarea') ? [value] : [];
  });
  const entered = texts.length === 0 ? task.task_title : texts.join('\n\n');
  return [{ role: 'user', content: `Summarise this text:\n\n${entered}` }];
}

/** A step's result with a note that the built-in model made it. */
export function markDemo(output: string): string {
  return `${note}\n\n${output}`;
}

/** The results without that note, and the note if one of them had it: a file needs it once. */
export function liftDemoNote(outputs: readonly string[]): { note: string | undefined; outputs: string[] } {
  const marked = outputs.some((output) => output.startsWith(note));
  return {
    note: marked ? note : undefined,
    outputs: outputs.map((output) => (output.startsWith(note) ? output.slice(note.length).trimStart() : output)),
  };
}
