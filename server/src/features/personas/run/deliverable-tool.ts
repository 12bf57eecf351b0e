import type { PersonaDeliverable } from '@portico/shared-types';
import { DeliverableError } from '../deliverables/deliverable-error.ts';
import { deliverableToolName } from '../deliverables/deliverable-tool-name.ts';
import { keepDeliverable } from '../deliverables/keep-deliverable.ts';
import type { TaskTool } from './open-tools.ts';
import type { TaskRun } from './task-run.ts';

const formats = {
  markdown: 'Markdown',
  pdf: 'Markdown, from which the PDF is made',
  csv: 'CSV with a header row, fields with commas in double quotes',
} as const;

/**
 * The tool with which the model writes the task's files. It changes nothing outside of the task, so it never needs an
 * approval.
 */
export function openDeliverableTool(run: TaskRun, deliverables: readonly PersonaDeliverable[]): TaskTool {
  const write = async (name: unknown, content: unknown, origin: string) => {
    const deliverable = deliverables.find((one) => one.name === name);
    const names = deliverables.map((one) => `"${one.name}"`).join(', ');
    if (deliverable === undefined) return { ok: false, content: `name must be one of: ${names}.` };
    if (typeof content !== 'string') return { ok: false, content: 'content must be text.' };
    try {
      const fileName = await keepDeliverable(run, deliverable, content, origin);
      return { ok: true, content: `Written: ${fileName}` };
    } catch (error) {
      if (!(error instanceof DeliverableError)) throw error;
      return { ok: false, content: `Nothing was written. ${error.message}` };
    }
  };
  return {
    definition: {
      name: deliverableToolName,
      description: 'Writes a deliverable of this task as a file. Writing it again makes a new version of it.',
      parameters: {
        type: 'object',
        properties: {
          name: { type: 'string', enum: deliverables.map(({ name }) => name) },
          content: {
            type: 'string',
            description: `The whole content. ${deliverables
              .map(({ name, type }) => `"${name}": ${formats[type]}.`)
              .join(' ')}`,
          },
        },
        required: ['name', 'content'],
      },
    },
    risk: 'low',
    costCredits: 0,
    isOwn: true,
    isRepeatable: true,
    label: 'Write a deliverable',
    run: async (call, { callKey }) => write(call.arguments['name'], call.arguments['content'], callKey),
  };
}
