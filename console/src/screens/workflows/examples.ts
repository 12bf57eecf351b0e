import type { WorkflowCreate } from '@portico/shared-types/api/workflows';
import type { z } from 'zod';
import type { Say } from '../../text/use-texts.ts';
import type { workflowTexts } from './texts.ts';

export const exampleNames = ['empty', 'summary', 'answer', 'approval'] as const;
export type ExampleName = (typeof exampleNames)[number];

type Example = Pick<z.input<typeof WorkflowCreate>, 'definition' | 'input_schema'>;

/** A small workflow to begin with, in the member's language. */
export function buildExample(name: ExampleName, say: Say<typeof workflowTexts>, baseId: string): Example {
  switch (name) {
    case 'empty':
      return { definition: { nodes: [] } };
    case 'summary':
      return {
        input_schema: textInput('text', say('exampleText')),
        definition: {
          nodes: [
            {
              id: 'summarize',
              type: 'llm',
              name: say('nodeSummarize'),
              config: { prompt: `${say('promptSummarize')}\n\n{{ inputs.text }}` },
            },
          ],
          outputs: { output: '{{ nodes.summarize.outputs.text }}' },
        },
      };
    case 'answer':
      return {
        input_schema: textInput('question', say('exampleQuestion')),
        definition: {
          nodes: [
            {
              id: 'find',
              type: 'knowledge_query',
              name: say('nodeFind'),
              config: { knowledge_base_id: baseId, query: '{{ inputs.question }}' },
            },
            { id: 'found', type: 'condition', name: say('nodeFound'), config: { if: 'nodes.find.outputs.results' } },
            {
              id: 'answer',
              type: 'llm',
              name: say('nodeAnswer'),
              config: {
                system_prompt: say('promptAnswer'),
                prompt: '{{ inputs.question }}\n\n{{ nodes.find.outputs.text }}',
              },
            },
            { id: 'unknown', type: 'template', name: say('nodeUnknown'), config: { text: say('textUnknown') } },
          ],
          edges: [
            { from: 'find', to: 'found' },
            { from: 'found', to: 'answer', on: 'true' },
            { from: 'found', to: 'unknown', on: 'false' },
          ],
          outputs: { output: '{{ [nodes.answer.outputs.text, nodes.unknown.outputs.text][0] }}' },
        },
      };
    case 'approval':
      return {
        input_schema: textInput('request', say('exampleRequest')),
        definition: {
          nodes: [
            {
              id: 'ask',
              type: 'approval',
              name: say('nodeAsk'),
              config: { title: say('textApprove'), description: '{{ inputs.request }}' },
            },
            { id: 'granted', type: 'template', name: say('nodeGranted'), config: { text: say('textGranted') } },
            {
              id: 'declined',
              type: 'template',
              name: say('nodeDeclined'),
              config: { text: `${say('textDeclined')} {{ nodes.ask.outputs.comment }}` },
            },
          ],
          edges: [
            { from: 'ask', to: 'granted', on: 'approved' },
            { from: 'ask', to: 'declined', on: 'rejected' },
          ],
          outputs: { output: '{{ [nodes.granted.outputs.text, nodes.declined.outputs.text][0] }}' },
        },
      };
  }
}

function textInput(name: string, title: string) {
  return { type: 'object' as const, properties: { [name]: { type: 'string', title } }, required: [name] };
}
