import { setTimeout as wait } from 'node:timers/promises';
import { afterCommit, type Transaction } from '../../platform/database.ts';
import type { ChatEvent, ChatRequest } from '../../platform/models/chat-model.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addSpent,
  type Charge,
  type CreditAccount,
  findAccount,
  findAccountOfRun,
  findUse,
  insertPayer,
  insertReservation,
  releaseReservation,
  settleReservation,
} from './credits.sql.ts';
import { type DailyLimit, LimitReached, reportUse, reportUseLater } from './daily-limit.ts';
import { countingUsage } from './count-usage.ts';
import { MeteredCall, type Payer } from './metered-call.ts';

/** How long a call waits for other calls to cost less than their reservations. */
const maxWaitMs = 10_000;
const pollMs = 250;

export interface RunCall {
  readonly workspaceId: string;
  /** The agent that calls, if any. */
  readonly agentId?: string | undefined;
  /** The reply or execution that the call is for. */
  readonly runId: string;
  /** Identifies the call within its run; a repeated call has the same key. */
  readonly name: string;
  readonly request: ChatRequest;
}

/**
 * Calls a model for a reply or an execution. The interface that the run belongs to pays for it, if there is one. Throws
 * LimitReached if its daily credits are exhausted, a ModelError, or the signal's reason.
 */
export async function* askModel(
  platform: Platform,
  { workspaceId, agentId, runId, name, request }: RunCall,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, undefined> {
  const model = platform.models.chat(request.model);
  const account = await findAccountOfRun(platform.database.sql, runId);
  const key = `${runId}:${name}`;
  const subject = { workspaceId, agentId, interfaceId: account?.interfaceId, model: request.model };
  const payer = countingUsage(platform, subject, account && payerOf(platform, account, signal));
  const call = await MeteredCall.begin(platform, payer, key, request);
  try {
    signal.throwIfAborted();
    for await (const event of model.stream(call.request, signal)) {
      call.hear(event);
      yield event;
    }
    await call.settle();
  } finally {
    await call.abandon();
  }
}

function payerOf(platform: Platform, account: CreditAccount, signal: AbortSignal): Payer {
  const { sql } = platform.database;
  const { interfaceId, maximum } = account;
  if (maximum === null) {
    return { settle: async (_, { credits }, within) => addSpent(within ?? sql, interfaceId, credits) };
  }
  return {
    reserve: async (key, credits) => reserve(platform, { account, maximum, key, credits, signal }),
    settle: async (key, { credits }, within) => settleReservation(within ?? sql, key, credits),
  };
}

async function reserve(
  platform: Platform,
  wanted: { account: CreditAccount; maximum: number; key: string; credits: number; signal: AbortSignal },
): Promise<void> {
  const { account, maximum, key, credits, signal } = wanted;
  const limit = creditLimit(account, maximum);
  for (const deadline = performance.now() + maxWaitMs; ;) {
    const used = await platform.database.transaction(async (tx) =>
      insertReservation(tx, account, maximum, { key, credits, begun: true }),
    );
    if (used !== undefined) {
      reportUseLater(platform, limit, used);
      return;
    }
    const { spent, reserved } = await findUse(platform.database.sql, account.interfaceId);
    if (spent >= maximum || performance.now() >= deadline) {
      await reportUse(platform, limit, Math.max(maximum, spent + reserved));
      throw new LimitReached(limit, spent + reserved);
    }
    await wait(pollMs, undefined, { signal });
  }
}

/**
 * Makes an interface pay for a run, in the transaction that creates it. With `ticket`, credits for its call `0` are
 * reserved immediately: throws LimitReached if the daily credits are exhausted.
 */
export async function chargeRun(
  platform: Platform,
  tx: Transaction,
  { runId, charge, ticket }: { runId: string; charge: Charge; ticket?: { credits: number } | undefined },
): Promise<void> {
  const [account] = await Promise.all([
    ticket === undefined ? undefined : findAccount(tx, charge),
    insertPayer(tx, runId, charge),
  ]);
  if (ticket === undefined || account === undefined || account.maximum === null) return;
  const limit = creditLimit(account, account.maximum);
  const reservation = { key: ticketKey(runId), credits: ticket.credits, begun: false };
  const used = await insertReservation(tx, account, account.maximum, reservation);
  if (used === undefined) throw await refusal(tx, limit);
  afterCommit(tx, () => reportUseLater(platform, limit, used));
}

/** Returns the reservation of a run that ends before its first call. */
export async function releaseTicket(tx: Transaction, runId: string): Promise<void> {
  await releaseReservation(tx, ticketKey(runId));
}

/** Throws LimitReached if an interface has used up its credits for today. */
export async function assertCreditsLeft(platform: Platform, charge: Charge): Promise<void> {
  const { sql } = platform.database;
  const account = await findAccount(sql, charge);
  if (account === undefined || account.maximum === null) return;
  const { spent, reserved } = await findUse(sql, account.interfaceId);
  if (spent + reserved >= account.maximum) {
    throw new LimitReached(creditLimit(account, account.maximum), spent + reserved);
  }
}

async function refusal(tx: Transaction, limit: DailyLimit): Promise<LimitReached> {
  const { spent, reserved } = await findUse(tx, limit.interfaceId);
  return new LimitReached(limit, Math.max(limit.maximum, spent + reserved));
}

function creditLimit(account: CreditAccount, maximum: number): DailyLimit {
  const { interfaceId, workspaceId, slug, limitMessage, locale } = account;
  return { interfaceId, workspaceId, slug, limitMessage, locale, limit: 'daily_credits', maximum };
}

function ticketKey(runId: string): string {
  return `${runId}:0`;
}
