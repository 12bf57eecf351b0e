import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { APIError } from 'openai/error';
import { ModelError } from '../model-error.ts';
import { unreachable } from './to-model-error.ts';

/**
 * After the last chunk only the end of the response is expected; a server that doesn't send it loses its connection.
 */
const endMs = 1_000;
/**
 * Maximum time of a whole response. A model may reason for minutes, but one that repeats its thoughts without end, or a
 * proxy that only sends signs of life, would hold its caller forever.
 */
const maxTotalMs = 1_800_000;
/** Maximum UTF-16 units that arrive without the end of an event, or as one object. */
const maxPending = 33_554_432;

type ChunkEvent = Pick<EventSourceMessage, 'event' | 'data'>;

/**
 * The chunks of a streamed completion, grouped as they arrived, until `[DONE]` or the end of the response. They are
 * read here and not by the openai package, whose nested iterators took half of the time of a server with many streams
 * (`npm run bench -- streams`). Calls `onDone` after the last chunk if the server sent `[DONE]`. Throws a ModelError if
 * nothing arrives for `timeoutMs` milliseconds or the whole takes longer than `totalMs`, an APIError for an error inside the stream, a SyntaxError for invalid
 * JSON.
 */
export async function* readChunks(
  response: Response,
  { timeoutMs, totalMs = maxTotalMs }: { timeoutMs: number; totalMs?: number },
  onDone?: () => void,
): AsyncGenerator<unknown[], void, undefined> {
  if (response.body === null) throw unreachable(new Error('the response has no body'));
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  const events: ChunkEvent[] = [];
  const feed = createFeed(events);
  let pending = 0;
  let isLate = false;
  let isEnded = false;
  let isDone = false;
  const timer = setTimeout(() => {
    isLate = true;
    void cancel(reader);
  }, timeoutMs);
  let isEndless = false;
  const total = setTimeout(() => {
    isEndless = true;
    void cancel(reader);
  }, totalMs);
  try {
    while (!isEnded && !isDone) {
      timer.refresh();
      const { done, value } = await reader.read();
      if (isEndless)
        throw new ModelError(
          'model_bad_answer',
          'The model did not finish its answer within the longest time allowed.',
        );
      if (isLate) throw unreachable(new Error(`no data arrived for ${timeoutMs} ms`));
      isEnded = done;
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      feed(text, done);
      pending = events.length === 0 ? pending + text.length : 0;
      if (pending > maxPending) throw unreachable(new Error('the response has no end'));
      const end = events.findIndex(({ data }) => data === '[DONE]');
      isDone = end !== -1;
      const arrived = events.splice(0).slice(0, isDone ? end : undefined);
      const { chunks, failure } = parseChunks(arrived, response.headers);
      if (chunks.length > 0) yield chunks;
      if (failure !== undefined) throw failure.error;
      if (isDone) onDone?.();
    }
  } finally {
    clearTimeout(timer);
    clearTimeout(total);
    // Not awaited: a silent server would block this, too.
    if (isDone && !isEnded) void readEnd(reader);
    else if (!isEnded) void cancel(reader);
  }
}

/**
 * Returns what finds the events in the pieces of a response. A server that never streams sends its answer as one object,
 * which becomes an event; and so does a page, which is then refused as invalid JSON.
 */
function createFeed(events: ChunkEvent[]): (text: string, isLast: boolean) => void {
  const parser = createParser({ onEvent: (event) => events.push(event) });
  let isStream: boolean | undefined;
  let whole = '';
  return (text, isLast) => {
    // No line of a stream begins like an object or a page.
    if (text.trim() !== '') isStream ??= !/^\s*[{<]/.test(text);
    if (isStream === false) {
      whole += text;
      if (isLast) events.push({ data: whole });
      return;
    }
    // Some servers leave out the blank line after the last event.
    parser.feed(isLast ? `${text}\n\n` : text);
  };
}

/** The chunks up to the first that is wrong, which doesn't make those before it worthless. */
function parseChunks(events: readonly ChunkEvent[], headers: Headers) {
  const chunks: unknown[] = [];
  for (const event of events) {
    try {
      chunks.push(parseChunk(event, headers));
    } catch (error) {
      return { chunks, failure: { error } };
    }
  }
  return { chunks };
}

function parseChunk({ event, data }: ChunkEvent, headers: Headers): unknown {
  const chunk = JSON.parse(data) as { error?: object } | null;
  if (event === 'error' || chunk?.error) throw new APIError(undefined, chunk?.error ?? chunk ?? {}, undefined, headers);
  return chunk;
}

/** A connection whose response was read to the end is reused for the next call. */
async function readEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  const timer = setTimeout(() => void cancel(reader), endMs);
  try {
    while (!(await reader.read()).done);
  } catch {
    // If the connection breaks now, the response is already complete.
  } finally {
    clearTimeout(timer);
  }
}

async function cancel(reader: ReadableStreamDefaultReader): Promise<void> {
  await reader.cancel().catch(() => undefined);
}
