import { z } from 'zod';
import type { ChatEvent, InvalidToolCall } from '../chat-model.ts';
import { createCallId } from '../create-call-id.ts';
import { JsonEnd } from './json-end.ts';

/** One entry of `delta.tool_calls`, with the deviations of real servers. */
export const ToolCallDelta = z.object({
  index: z.int().nullish().catch(null),
  id: z.string().nullish().catch(null),
  function: z
    .object({
      name: z.string().nullish().catch(null),
      arguments: z
        .union([z.string(), z.record(z.string(), z.unknown())])
        .nullish()
        .catch(null),
    })
    .nullish(),
});
export type ToolCallDelta = z.infer<typeof ToolCallDelta>;

interface PartialCall {
  index: number | null;
  id: string;
  name: string;
  text: string;
  end: JsonEnd;
  /** Whether the text is an object; undefined if it isn't known yet. */
  isObject: boolean | undefined;
  object: Record<string, unknown> | null;
}

/** Maximum calls of one answer; further ones are ignored. */
const maxCalls = 128;

const Arguments = z.record(z.string(), z.unknown());

/**
 * Assembles streamed tool calls, regardless of the server's habits (docs/reference/models.md#model-server): OpenAI keys
 * pieces by index; Ollama sends whole calls, all with index 0 or none and each with its own id; old vLLM gave every
 * piece of one call a different id. So an id that is new *and* comes with a name begins a call; anything else continues
 * one.
 */
export class ToolCallAssembler {
  #calls: PartialCall[] = [];
  #length = 0;

  add(delta: ToolCallDelta): void {
    const known = this.#find(delta);
    if (known === undefined && this.#calls.length >= maxCalls) return;
    const call = known ?? this.#begin(delta);
    const given = delta.function?.arguments;
    this.#length += typeof given === 'string' ? given.length : 0;
    call.name ||= delta.function?.name?.trim() ?? '';
    call.id ||= delta.id ?? '';
    if (typeof given === 'string') {
      call.text += given;
      call.end.read(given);
      if (given !== '') call.isObject = undefined;
    } else if (given) call.object = given;
  }

  /** UTF-16 units of the arguments that arrived in pieces. */
  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#calls = [];
  }

  get size(): number {
    return this.#calls.length;
  }

  /** The model's requested calls as text, for counting their tokens. */
  get text(): string {
    return this.#calls.map((call) => `${call.name} ${rawArguments(call)}`).join('\n');
  }

  /** Every call in order; calls that can't run are `invalid_tool_call`. */
  finish(offered: ReadonlySet<string>): Extract<ChatEvent, { type: 'tool_call' | 'invalid_tool_call' }>[] {
    const taken = new Set<string>();
    return this.#calls.map((call) => {
      const id = call.id && !taken.has(call.id) ? call.id : createCallId();
      taken.add(id);
      return readCall(call, id, offered);
    });
  }

  #find(delta: ToolCallDelta): PartialCall | undefined {
    const index = delta.index ?? null;
    const name = delta.function?.name?.trim();
    const isAt = (call: PartialCall) => index === null || call.index === null || call.index === index;
    const last = this.#calls.findLast(isAt);
    const sameId = delta.id ? this.#calls.findLast((call) => call.id === delta.id && isAt(call)) : undefined;
    const call = sameId ?? last;
    if (!call || !name) return call;
    // From here on the piece has a name. Some servers repeat id and name in every piece, so it may not be a new call.
    if (sameId) return isWhole(call) && delta.function?.arguments ? undefined : call;
    if (delta.id) return call.id === '' && call.name === '' ? call : undefined;
    return isWhole(call) || (call.name !== '' && call.name !== name) ? undefined : call;
  }

  #begin(delta: ToolCallDelta): PartialCall {
    const call = {
      index: delta.index ?? null,
      id: delta.id ?? '',
      name: '',
      text: '',
      end: new JsonEnd(),
      isObject: undefined,
      object: null,
    };
    this.#calls.push(call);
    return call;
  }
}

function readCall(
  call: PartialCall,
  id: string,
  offered: ReadonlySet<string>,
): Extract<ChatEvent, { type: 'tool_call' | 'invalid_tool_call' }> {
  const invalid = (reason: string): InvalidToolCall => ({
    type: 'invalid_tool_call',
    id,
    name: call.name,
    raw: rawArguments(call),
    reason,
  });
  if (call.name === '') return invalid('It does not name a tool.');
  if (!offered.has(call.name)) return invalid(`There is no tool named "${call.name}".`);
  const parsed = call.object ?? (call.text.trim() === '' ? {} : parseArguments(call.text));
  return parsed === null
    ? invalid('The arguments are not a JSON object.')
    : { type: 'tool_call', id, name: call.name, arguments: parsed };
}

function isWhole(call: PartialCall): boolean {
  call.isObject ??= call.end.mayBeWhole && parseArguments(call.text) !== null;
  return call.object !== null || call.isObject;
}

/** The object in the text, even if it was encoded twice; null if there is none. */
function parseArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return Arguments.safeParse(typeof value === 'string' ? JSON.parse(value) : value).data ?? null;
  } catch {
    return null;
  }
}

function rawArguments(call: PartialCall): string {
  return call.object ? JSON.stringify(call.object) : call.text;
}
