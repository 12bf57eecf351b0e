import type { PersonaDeliverable } from '@portico/shared-types';
import type { StepRow } from '../tasks/tasks.sql.ts';
import { liftDemoNote } from '../run/demo-model.ts';
import { type DeliverableContext, runInProcess } from './deliverable-process.ts';

/**
 * The content of a deliverable that no tool wrote: the steps' texts, and for CSV the last table in them. Undefined if
 * they contain nothing suitable. Throws a DeliverableError if they can't be searched for a table.
 */
export async function composeDeliverable(
  { name, type }: PersonaDeliverable,
  taskTitle: string,
  steps: readonly StepRow[],
  context: DeliverableContext,
): Promise<string | undefined> {
  const written = steps.filter(({ status, output }) => status === 'completed' && (output ?? '').trim() !== '');
  if (written.length === 0) return undefined;
  if (type === 'csv') {
    const texts = written.map(({ output }) => output ?? '');
    const table = (await runInProcess({ kind: 'table', texts }, context)).toString();
    return table === '' ? undefined : table;
  }
  const { note, outputs } = liftDemoNote(written.map(({ output }) => output ?? ''));
  const sections = written.map(({ title }, place) => `## ${oneLine(title)}\n\n${lowerHeadings(outputs[place] ?? '')}`);
  return [`# ${name}`, taskTitle, ...(note === undefined ? [] : [note]), ...sections].join('\n\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A step's own headings become sub-headings of the step. */
function lowerHeadings(text: string): string {
  let fenced = false;
  return text
    .trim()
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
      const marks = fenced ? undefined : /^(#{1,6})\s/.exec(line)?.[1];
      return marks === undefined ? line : '#'.repeat(Math.min(6, marks.length + 2)) + line.slice(marks.length);
    })
    .join('\n');
}
