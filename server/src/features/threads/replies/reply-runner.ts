import { setTimeout } from 'node:timers/promises';
import { ModelError } from '../../../platform/models/model-error.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { retryOutages } from '../../../platform/retry-outages.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AgentRow, findAgent, ResultUnwanted } from '../../agents/index.ts';
import { announceMessage } from '../announce-message.ts';
import { endReply, type HistoryRow, type ReplyEnd, type ReplyError } from '../messages.sql.ts';
import { presentMessage } from '../present-message.ts';
import { findConversation } from './build-history.ts';
import {
  checkLeases,
  type ClaimedReply,
  claimReply,
  isReplyOpen,
  releaseAll,
  releaseReply,
  saveSteps,
} from './replies.sql.ts';
import { ReplyDraft } from './reply-draft.ts';
import { type ReplyChannel, ReplyWriter } from './reply-writer.ts';
import { ReplyFailure, runReply } from './run-reply.ts';

/** Topic of the bus that names replies which were ended from outside. */
export const endedReplies = 'replies:ended';

/** A cancel reaches the model within a second, also where no notice crosses the processes. */
const checkMs = 700;
const renewEvery = 4;
/** Replies that one process writes at the same time; the others wait for whoever has room. */
const mostRunning = 500;
/** Processes that may die over one reply before it is given up. */
const mostAttempts = 8;
/** What a stopping process gives its replies before it hands them back. */
const graceMs = 3_000;

/** How long a reply's end waits for the database; less than its lease lasts. */
const writeTimeoutMs = 8_000;

/** Another process has the reply, or is to have it. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A reply that a process took as it was asked for; what it begins with was read along. */
export interface TakenReply extends ClaimedReply, Beginning {}

interface Beginning {
  readonly agent: AgentRow;
  /** What it answers, newest first. */
  readonly history: readonly HistoryRow[];
}

interface Running {
  readonly reply: ClaimedReply;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Writes the replies that this process has taken, and takes the next of their threads. */
export class ReplyRunner {
  readonly #platform: Platform;
  readonly #writer: ReplyWriter;
  readonly #running = new Map<string, Running>();
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;
  #checks = 0;
  #unsubscribe: () => void = () => {};

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#writer = new ReplyWriter(platform);
  }

  /** Whether this process may take a reply now. */
  get hasRoom(): boolean {
    return this.#isWorking && this.#running.size < mostRunning;
  }

  /** Starts taking replies. */
  work(): void {
    this.#isWorking = true;
    // The embedded database has one process, and this one has taken nothing yet: whatever is held is a dead one's.
    if (this.#platform.database.embedded) void this.#guard(releaseAll(this.#platform.database.sql));
    this.#unsubscribe = this.#platform.bus.subscribe(endedReplies, (messageId) => {
      this.#running.get(messageId)?.stop.abort(new ResultUnwanted());
    });
  }

  /** Takes no more replies, and hands back those that don't end soon. */
  async stop(): Promise<void> {
    this.#isWorking = false;
    const settle = async (): Promise<unknown> => Promise.all([...this.#running.values()].map(async ({ done }) => done));
    const patience = new AbortController();
    await Promise.race([settle(), setTimeout(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    for (const { stop } of this.#running.values()) stop.abort(new LeaseLost());
    await settle();
    this.#unsubscribe();
  }

  /** Writes the replies of a thread whose turn it is, one after the other, as long as no other process has one. */
  async runThread(threadId: string): Promise<void> {
    while (this.hasRoom) {
      const reply = await claimReply(this.#platform.database.sql, threadId);
      if (reply === undefined) return;
      await this.#run(reply);
    }
  }

  /** Writes a reply that this process took as it was asked for, and then the next ones of its thread. Never throws. */
  async runAll(reply: TakenReply): Promise<void> {
    await this.#run(reply, reply);
    await this.#guard(this.runThread(reply.threadId));
  }

  /** Like runThread, for callers that don't wait. */
  start(threadId: string): void {
    void this.#guard(this.runThread(threadId));
  }

  async #run(reply: ClaimedReply, known?: Beginning): Promise<void> {
    const stop = new AbortController();
    const done = this.#guard(this.#write(reply, stop, known));
    this.#running.set(reply.messageId, { reply, stop, done });
    this.#timer ??= setInterval(() => void this.#check(), checkMs);
    try {
      await done;
    } finally {
      this.#running.delete(reply.messageId);
      if (this.#running.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  async #write(reply: ClaimedReply, stop: AbortController, known?: Beginning): Promise<void> {
    const platform = this.#platform;
    const { signal } = stop;
    const channel = this.#writer.open(reply, () => stop.abort(new LeaseLost()));
    const draft = new ReplyDraft(channel);
    let status: 'complete' | 'failed' = 'complete';
    let error: ReplyError | null = null;
    try {
      // A reply that is asked for of an idle thread begins in the same commit, so its beginning is told already.
      if (known === undefined) {
        channel.event('message:started', { thread_id: reply.threadId, user_message_id: reply.userMessageId });
      }
      if (reply.token > mostAttempts) throw new ReplyFailure('The reply was interrupted too often.');
      const { agent, history } = known ?? (await this.#readBeginning(reply));
      const keepSteps = async (steps: Parameters<typeof saveSteps>[2]): Promise<void> => {
        await channel.drain();
        if (!(await saveSteps(platform.database.sql, reply, steps))) stop.abort(new LeaseLost());
        signal.throwIfAborted();
      };
      await runReply({ platform, reply, agent, history, channel, keepSteps, signal }, draft);
    } catch (caught) {
      // An outage of our own stores is not the reply's failure: it begins again once they are back.
      if (signal.aborted || isOutage(caught)) {
        await this.#handBack(reply);
        return;
      }
      status = 'failed';
      error = toReplyError(caught);
      platform.log.warn({ err: caught, message_id: reply.messageId }, 'a reply failed');
    }
    await this.#end(reply, channel, {
      status,
      content: draft.content,
      tool_calls: draft.calls.length === 0 ? null : draft.calls,
      steps: draft.steps.length === 0 ? null : draft.steps,
      usage: draft.usage,
      citations: draft.citations,
      error,
    });
  }

  async #readBeginning(reply: ClaimedReply): Promise<Beginning> {
    const { sql } = this.#platform.database;
    const [agent, history] = await Promise.all([
      findAgent(sql, reply.workspaceId, reply.agentId),
      findConversation(sql, reply),
    ]);
    if (agent === undefined) throw new ReplyFailure('The agent of this thread was deleted.');
    return { agent, history };
  }

  /** The last words and the state that goes with them, in one commit. */
  async #end(reply: ClaimedReply, channel: ReplyChannel, end: ReplyEnd): Promise<void> {
    await channel.drain();
    // May be repeated: of a reply that has ended, nothing is written.
    await retryOutages(async () => this.#writeEnd(reply, end), { timeoutMs: writeTimeoutMs });
  }

  async #writeEnd(reply: ClaimedReply, end: ReplyEnd): Promise<void> {
    await this.#platform.database.transaction(async (tx) => {
      const row = await endReply(tx, reply, end);
      if (row === undefined) return;
      const { id, error } = row;
      const event =
        error === null
          ? { event: 'message:completed', data: { ...presentMessage(row) } }
          : {
              event: 'message:failed',
              data: { message_id: id, error: { code: error.code, message: error.message } },
            };
      await this.#platform.events.append(tx, reply.threadId, [event]);
      await announceMessage(tx, reply.workspaceId, row);
    });
  }

  /** Frees the lease, so that the next process needn't wait for its end; harmless where it is another's by now. */
  async #handBack(reply: ClaimedReply): Promise<void> {
    await retryOutages(async () => releaseReply(this.#platform.database.sql, reply));
  }

  async #check(): Promise<void> {
    this.#checks += 1;
    const { sql } = this.#platform.database;
    const held = [...this.#running.values()];
    try {
      const leases = held.map(({ reply }) => reply);
      const mine = new Set(await checkLeases(sql, leases, this.#checks % renewEvery === 0));
      for (const { reply, stop } of held) {
        if (mine.has(reply.messageId) || stop.signal.aborted) continue;
        const isOver = !(await isReplyOpen(sql, reply.messageId));
        stop.abort(isOver ? new ResultUnwanted() : new LeaseLost());
      }
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'leases of replies were not checked');
    }
  }

  async #guard(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#platform.log.error({ err: error }, 'a reply was left to the sweep');
    }
  }
}

const runners = new WeakMap<Platform, ReplyRunner>();

/** The runner of this process. */
export function replyRunner(platform: Platform): ReplyRunner {
  let runner = runners.get(platform);
  if (runner === undefined) {
    runner = new ReplyRunner(platform);
    runners.set(platform, runner);
  }
  return runner;
}

function toReplyError(error: unknown): ReplyError {
  if (error instanceof ModelError) {
    if (!error.retryable) return { code: 'execution_failed', message: error.message };
    return { code: 'service_unavailable', message: error.message, retry_after: error.retryAfter ?? 5 };
  }
  if (error instanceof ReplyFailure) return { code: 'execution_failed', message: error.message };
  return { code: 'execution_failed', message: 'The reply failed for a reason of ours.' };
}
