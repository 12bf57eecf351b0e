import type { ChatEvent, ChatModel, ChatRequest, Passage } from './chat-model.ts';
import type { ModelLog } from './model-log.ts';

/** A log that discards everything. */
export const silentLog: ModelLog = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** The complete response of a model, by parts. */
export interface Answer {
  events: ChatEvent[];
  text: string;
  calls: Extract<ChatEvent, { type: 'tool_call' }>[];
  invalid: Extract<ChatEvent, { type: 'invalid_tool_call' }>[];
  citations: Extract<ChatEvent, { type: 'citation' }>['citation'][];
  finish: Extract<ChatEvent, { type: 'finish' }> | undefined;
}

/** Reads a model's response to its end. */
export async function readAnswer(
  model: ChatModel,
  request: Partial<ChatRequest>,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer: Answer = { events: [], text: '', calls: [], invalid: [], citations: [], finish: undefined };
  const whole = { model: 'test-model', messages: [], ...request };
  for await (const event of model.stream(whole, signal ?? new AbortController().signal)) {
    answer.events.push(event);
    if (event.type === 'delta') answer.text += event.content;
    else if (event.type === 'tool_call') answer.calls.push(event);
    else if (event.type === 'invalid_tool_call') answer.invalid.push(event);
    else if (event.type === 'citation') answer.citations.push(event.citation);
    else answer.finish = event;
  }
  return answer;
}

/** A conversation with one user message. */
export function ask(content: string): Pick<ChatRequest, 'messages'> {
  return { messages: [{ role: 'user', content }] };
}

/** A passage that is a whole document. */
export function buildPassage(title: string, content: string, score = 0.3): Passage {
  return {
    chunk_id: `chk_${title}`,
    document_id: `doc_${title}`,
    document_name: title,
    title,
    url: null,
    heading: null,
    content,
    score,
  };
}
