import type { ToolCall } from '@portico/shared-types';
import type { OpenTool } from './open-tool.ts';
import { cutText } from '../../../platform/cut-text.ts';

/** Offered if visitors can be handed over to a person: the state changes at the end of the reply. */
export const handoverTool: OpenTool = {
  name: 'request_handover',
  description:
    'Call this when the visitor asks for a person, or needs what only a person can do. Then tell the visitor in one short sentence that a person has been asked.',
  parameters: {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'Why a person is needed, in a few words.' },
      summary: { type: 'string', description: 'What the person has to know, in one or two sentences.' },
    },
    required: ['reason', 'summary'],
  },
  run: async () => ({
    ok: true,
    content: 'Noted. Now tell the visitor in their language that a person has been asked.',
  }),
};

const maxText = 2_000;

/**
 * The reason with which a reply asked for a person; undefined if it did not. `calls` are those of built-in tools only:
 * an agent's own tool may have the same name.
 */
export function findHandoverRequest(calls: readonly ToolCall[]): { reason: string; summary: string } | undefined {
  const call = calls.find(({ name }) => name === handoverTool.name);
  if (call === undefined) return undefined;
  const { reason, summary } = call.arguments;
  const read = (text: unknown): string => (typeof text === 'string' ? cutText(text, maxText) : '');
  return { reason: read(reason), summary: read(summary) };
}
