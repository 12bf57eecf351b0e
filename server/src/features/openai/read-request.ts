import { isBlank } from '@portico/shared-types/rules/read-field-value';
import { type FieldFault, invalid } from '../../platform/errors.ts';
import type { AgentRow } from '../agents/index.ts';
import type { Turn } from '../threads/index.ts';
import type { ChatCompletionRequest, ChatMessage, ContentPart } from './chat-completions.schemas.ts';

/** Fields that would change the response, so that ignoring them would break the caller; each with its meaning. */
const unsupported: Readonly<Record<string, string>> = {
  tools: 'are not supported: the agent’s own tools run inside of it',
  functions: 'are not supported: the agent’s own tools run inside of it',
  stop: 'is not supported',
  audio: 'is not supported',
  logprobs: 'is not supported',
  top_logprobs: 'is not supported',
};

/** Values of a field that request nothing, as many clients send them for every setting. */
function isEmpty(value: unknown): boolean {
  return empty.has(value) || (Array.isArray(value) && value.length === 0);
}

const empty: ReadonlySet<unknown> = new Set([undefined, null, false, '', 0]);

/** Throws a 400 that lists every field that agents don't support. */
export function refuseUnsupported(body: ChatCompletionRequest): void {
  const faults: FieldFault[] = Object.entries(unsupported)
    .filter(([name]) => !isEmpty(body[name]))
    .map(([name, message]) => ({ path: `body.${name}`, message, code: 'not_allowed' }));
  if ((body['n'] ?? 1) !== 1) {
    faults.push({ path: 'body.n', message: 'must be 1', code: 'not_allowed' });
  }
  const format = body['response_format'];
  const isText = typeof format === 'object' && format !== null && 'type' in format && format.type === 'text';
  if (!isEmpty(format) && !isText) {
    faults.push({ path: 'body.response_format', message: 'must be of the type text', code: 'not_allowed' });
  }
  if (faults.length > 0) throw invalid(faults);
}

export interface Conversation {
  readonly before: readonly Turn[];
  /** The conversation to reply to. */
  readonly message: string;
}

/** Parses the conversation of a request. Throws 400 if its last message is not the user's. */
export function readConversation({ messages }: ChatCompletionRequest): Conversation {
  const turns = messages.map(toTurn);
  const last = turns.findLastIndex(({ role }) => role !== 'system');
  const asked = turns[last];
  if (asked?.role !== 'user') {
    throw invalid({ path: 'body.messages', message: 'must end with a message of the role user' });
  }
  if (isBlank(asked.content)) {
    throw invalid({ path: `body.messages[${last}].content`, message: 'must not be blank' });
  }
  return { before: turns.toSpliced(last, 1), message: asked.content };
}

/** The agent for one request: the request's system messages follow its prompt, and its settings win if given. */
export function adaptAgent(agent: AgentRow, body: ChatCompletionRequest, turns: readonly Turn[]): AgentRow {
  const added = turns.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const prompts = [agent.system_prompt, ...added].filter((text) => text !== '');
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? agent.max_tokens;
  return {
    ...agent,
    system_prompt: prompts.join('\n\n'),
    temperature: body.temperature ?? agent.temperature,
    top_p: body.top_p ?? agent.top_p,
    max_tokens: Math.min(maxTokens, agent.max_tokens),
  };
}

function toTurn({ role, content }: ChatMessage): Turn {
  const text = typeof content === 'string' ? content : (content ?? []).map(readPart).join('\n\n');
  return { role: role === 'developer' ? 'system' : role, content: text };
}

function readPart(part: ContentPart): string {
  return part.type === 'text' ? part.text : part.refusal;
}
