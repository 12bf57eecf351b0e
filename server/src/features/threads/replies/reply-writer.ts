import type { Platform } from '../../../platform/platform.ts';
import { writeEventText } from '../messages/event-text.ts';
import { appendBatches } from './replies.sql.ts';

/** How long text deltas may be collected before they are sent (docs/reference/streams.md#replies). */
const joinMs = 50;
const retryMs = 50;
const maxRetries = 5;

/** Writes the events of one reply to the log, in order. */
export interface ReplyChannel {
  /** Adds text; all text within 50 ms is sent as one event. */
  delta(content: string): void;
  /** Adds an event, which is sent immediately, after the text before it. */
  event(name: string, data: Readonly<Record<string, unknown>>): void;
  /** Resolves once everything added so far is in the log, or the reply is lost. */
  drain(): Promise<void>;
}

interface Channel {
  readonly messageId: string;
  readonly threadId: string;
  readonly token: number;
  readonly onLost: () => void;
  text: string;
  events: { event: string; text: string }[];
  due: number;
  writing: boolean;
  lost: boolean;
  waiting: (() => void)[];
}

/** Writes the events of all replies of this process; events that are due together are written in one statement. */
export class ReplyWriter {
  readonly #platform: Platform;
  readonly #pending = new Set<Channel>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  #flushing = false;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** `onLost` is called if the lease is lost, or the log can't be written. */
  open(reply: { messageId: string; threadId: string; token: number }, onLost: () => void): ReplyChannel {
    const { messageId, threadId, token } = reply;
    const fresh = { text: '', events: [], due: 0, writing: false, lost: false, waiting: [] };
    const channel: Channel = { messageId, threadId, token, onLost, ...fresh };
    return {
      delta: (content) => {
        if (channel.lost) return;
        channel.text += content;
        this.#ask(channel, channel.due);
      },
      event: (event, data) => {
        if (channel.lost) return;
        closeText(channel);
        channel.events.push({ event, text: writeEventText({ message_id: messageId, ...data }) });
        channel.due = 0;
        this.#ask(channel, 0);
      },
      drain: async () => {
        if (isEmpty(channel)) return;
        channel.due = 0;
        this.#ask(channel, 0);
        await new Promise<void>((resolve) => {
          channel.waiting.push(resolve);
        });
      },
    };
  }

  #ask(channel: Channel, due: number): void {
    this.#pending.add(channel);
    if (!this.#flushing) this.#schedule(due);
  }

  #schedule(at: number): void {
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const wait = at - performance.now();
    // The first word only waits for the rest of its chunk.
    if (wait <= 0) queueMicrotask(() => void this.#flush());
    else this.#timer = setTimeout(() => void this.#flush(), wait);
  }

  async #flush(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#timerAt = Infinity;
    const now = performance.now();
    // Channels that are due in a moment are included.
    const channels = [...this.#pending].filter(({ due }) => due <= now + joinMs / 5);
    for (const channel of channels) {
      this.#pending.delete(channel);
      closeText(channel);
      channel.writing = true;
      channel.due = now + joinMs;
    }
    if (channels.length > 0) await this.#write(channels);
    this.#flushing = false;
    const next = Math.min(...[...this.#pending].map(({ due }) => due));
    if (next < Infinity) this.#schedule(next);
  }

  async #write(channels: readonly Channel[]): Promise<void> {
    const batches = channels.map(({ messageId, token, threadId, events }) => ({ messageId, token, threadId, events }));
    for (const channel of channels) channel.events = [];
    let held: ReadonlySet<string> = new Set();
    try {
      const records = await this.#append(batches);
      held = new Set(records.keys());
      this.#platform.events.publish([...records.values()].flat());
    } catch (error) {
      // It is unknown whether the rows were written, so the replies start again instead of repeating text.
      this.#platform.log.warn({ err: error, replies: batches.length }, 'events of replies were not stored');
    }
    for (const channel of channels) {
      channel.writing = false;
      if (!held.has(channel.messageId)) lose(channel);
      if (isEmpty(channel) || channel.lost) for (const resolve of channel.waiting.splice(0)) resolve();
    }
  }

  /** Retries after a serialisation failure or a deadlock (SQLSTATE class 40), which can't have written anything. */
  async #append(batches: Parameters<typeof appendBatches>[1]): ReturnType<typeof appendBatches> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await appendBatches(this.#platform.database.sql, batches);
      } catch (error) {
        const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
        if (!code.startsWith('40') || attempt > maxRetries) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, retryMs * attempt);
        });
      }
    }
  }
}

function isEmpty({ text, events, writing }: Channel): boolean {
  return text === '' && events.length === 0 && !writing;
}

function lose(channel: Channel): void {
  if (channel.lost) return;
  channel.lost = true;
  channel.text = '';
  channel.events = [];
  channel.onLost();
}

function closeText(channel: Channel): void {
  if (channel.text === '') return;
  const data = { message_id: channel.messageId, content: channel.text };
  channel.events.push({ event: 'message:delta', text: writeEventText(data) });
  channel.text = '';
}
