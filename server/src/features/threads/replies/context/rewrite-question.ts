import { ModelError } from '../../../../platform/models/model-error.ts';
import { extractiveModelName } from '../../../../platform/models/extractive/extractive-model.ts';
import type { ChatMessage } from '../../../../platform/models/chat-model.ts';
import { askModel } from '../../../credits/index.ts';
import type { ReplyRun } from '../run-reply.ts';
import type { TraceRecorder } from '../trace-recorder.ts';
import { cutText } from '../../../../platform/cut-text.ts';

/** Maximum messages of the conversation used to complete a follow-up, and characters of each. */
const maxMessages = 6;
const maxCharacters = 1_000;
const maxTokens = 120;
/** After this time the search uses the question unchanged. */
const timeoutMs = 8_000;

const instruction = `Rewrite the last message of the conversation as one search query that can be understood without the conversation.
Keep its language. Write nothing but the query. If it can be understood already, write it unchanged.`;

/**
 * A follow-up question as a model completes it; undefined for the built-in model, which can't write, and if the model
 * fails or takes too long. The call is part of the reply's usage.
 */
export async function rewriteQuestion(
  run: ReplyRun,
  question: string,
  trace: TraceRecorder,
): Promise<string | undefined> {
  const { platform, agent, signal } = run;
  const model = agent.model ?? platform.models.defaultModel;
  if (platform.models.builtin || model === extractiveModelName) return undefined;
  const startedAt = performance.now();
  const request = {
    model,
    messages: [{ role: 'system' as const, content: instruction }, ...listTurns(run, question)],
    temperature: 0,
    max_tokens: maxTokens,
  };
  let text = '';
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const { workspaceId } = run.reply;
    const call = { workspaceId, agentId: agent.id, runId: run.reply.id, name: 'rewrite', request };
    for await (const event of askModel(platform, call, limited)) {
      if (event.type === 'delta') text += event.content;
      if (event.type !== 'finish') continue;
      run.count(event.usage);
      trace.step({ type: 'model', name: `${model}: rewrite`, usage: event.usage }, startedAt);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError) && !(error instanceof DOMException)) throw error;
    platform.log.warn({ err: error }, 'a follow-up question was not rewritten');
    return undefined;
  }
  const [line = ''] = text.trim().split('\n');
  const rewritten = line.replace(/^["'“„«]|["'”“»]$/gu, '').trim();
  return rewritten === '' || rewritten.length > maxCharacters ? undefined : rewritten;
}

function listTurns({ history, reply }: ReplyRun, question: string): ChatMessage[] {
  const turns = history
    .filter(({ id, role }) => id !== reply.userMessageId && role !== 'system')
    .slice(0, maxMessages)
    .toReversed()
    .map(({ role, content }) => `${role === 'user' ? 'Visitor' : 'Agent'}: ${cutText(content, maxCharacters)}`);
  return [{ role: 'user', content: `${turns.join('\n\n')}\n\nVisitor: ${cutText(question, maxCharacters)}` }];
}
