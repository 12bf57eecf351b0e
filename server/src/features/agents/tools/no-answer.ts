import type { OpenTool } from './open-tool.ts';

/** Offered to every agent with knowledge: with it a model reports that the documents don't contain the answer. */
export const noAnswerTool: OpenTool = {
  name: 'no_answer',
  description:
    'Call this when the passages you were given and your tools do not answer the question, before you tell the visitor so.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'What is missing, in a few words.' } },
    required: [],
  },
  run: async () => ({ ok: true, content: 'Noted. Now tell the visitor in their language that you found no answer.' }),
};
