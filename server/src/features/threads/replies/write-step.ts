import type { ChatMessage } from '../../../platform/models/chat-model.ts';
import { cutToTokens } from '../../../platform/models/count-tokens.ts';
import type { ReplyStep, StepResult } from './reply-step.ts';

/** A step as the model gets it back: its text, its calls, and the result of each call. */
export function writeStep(step: ReplyStep, resultTokens = Infinity): ChatMessage[] {
  const refused = step.refused.map(({ id, name }) => ({ id, name, arguments: {} }));
  return [
    { role: 'assistant', content: step.content, tool_calls: [...step.calls, ...refused] },
    ...step.calls.map(({ id }) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: writeResult(step.results[id], resultTokens),
    })),
    ...step.refused.map(({ id, content }) => ({ role: 'tool' as const, tool_call_id: id, content })),
  ];
}

function writeResult(result: StepResult | undefined, tokens: number): string {
  if (result === undefined) return 'The call was not finished.';
  // Within the same reply, passages of a search are sent to the model separately; later turns read them here.
  const found = tokens === Infinity ? undefined : result.passages;
  const content = found === undefined ? result.content : found.map((passage) => passage.content).join('\n\n');
  return tokens === Infinity ? content : cutToTokens(content, tokens);
}
