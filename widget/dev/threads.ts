import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../shared-types/src/api/messages.ts';
import type { ThreadEvent } from '../../shared-types/src/events.ts';
import type { Faults } from './faults.ts';
import { chooseReply } from './replies.ts';

export interface LoggedEvent {
  id: number;
  event: string;
  data: unknown;
}

let last = 0;
/** Sortable by time, like the server's ids. */
export function createId(prefix: string): string {
  last = Math.max(Date.now(), last + 1);
  return `${prefix}_${last.toString(36).padStart(10, '0')}${randomBytes(8).toString('hex')}`;
}

/** A thread of the double: messages, a numbered log, one reply at a time. */
export class Thread extends EventEmitter {
  readonly id = createId('thr');
  readonly messages: Message[] = [];
  readonly log: LoggedEvent[] = [];
  #stop: AbortController | null = null;
  #turn: Promise<void> = Promise.resolve();

  add(content: string, clientMessageId: string | null, attachments: Message['attachments']): Message {
    const message = this.#makeMessage('user', content);
    message.client_message_id = clientMessageId;
    message.attachments = attachments;
    this.messages.push(message);
    this.#write('message:created', { message });
    return message;
  }

  reply(asked: Message, faults: Faults): void {
    this.#turn = this.#turn.then(() => this.#write_reply(asked, faults));
  }

  cancel(): void {
    this.#stop?.abort();
  }

  async #write_reply(asked: Message, faults: Faults): Promise<void> {
    const script = chooseReply(asked.content);
    const message = this.#makeMessage('assistant', '');
    message.status = 'streaming';
    const message_id = message.id;
    this.messages.push(message);
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    await sleep(faults.deltaMs * 8);
    this.#write('message:started', { thread_id: this.id, message_id, user_message_id: asked.id });
    await sleep(faults.deltaMs * 12);
    if (script.tool !== undefined) {
      const call = { id: createId('call'), name: script.tool, arguments: {} };
      message.tool_calls = [call];
      this.#write('message:tool_call', { message_id, ...call });
      await sleep(faults.deltaMs * 40);
      this.#write('message:tool_result', { message_id, id: call.id, name: call.name, ok: true, duration_ms: 5 });
    }
    for (const content of script.text.length > 50_000 ? [script.text] : (script.text.match(/\S+\s*|\s+/g) ?? [])) {
      if (signal.aborted) break;
      message.content += content;
      this.#write('message:delta', { message_id, content });
      await sleep(faults.deltaMs);
    }
    if (signal.aborted) {
      message.status = 'cancelled';
      this.#write('message:cancelled', { message_id, content: message.content });
      return;
    }
    for (const citation of script.citations ?? []) {
      message.citations.push(citation);
      this.#write('message:citation', { message_id, ...citation });
    }
    message.status = script.fails ? 'failed' : 'complete';
    if (script.fails) this.#write('message:failed', { message_id, error: { code: 'execution_failed', message: '' } });
    else this.#write('message:completed', { ...message });
  }

  #makeMessage(role: 'user' | 'assistant', content: string): Message {
    return {
      id: createId('msg'),
      thread_id: this.id,
      role,
      content,
      status: 'complete',
      tool_calls: null,
      citations: [],
      attachments: [],
      feedback: null,
      author: { type: role === 'user' ? 'visitor' : 'agent', id: null, name: null, avatar_url: null },
      client_message_id: null,
      replaced_by: null,
      follow_ups: [],
      outcome: null,
      created_at: new Date().toISOString(),
    };
  }

  #write(event: ThreadEvent['event'], data: object): void {
    const logged = { id: this.log.length + 1, event, data: { ...data, timestamp: new Date().toISOString() } };
    // The streamed message is a snapshot; the message itself keeps changing.
    this.log.push(structuredClone(logged));
    this.emit('event', this.log.at(-1));
  }
}
