import { createCallId } from '../../../platform/models/create-call-id.ts';
import { describeInvalidToolCall } from '../../../platform/models/describe-invalid-tool-call.ts';
import type { ToolCall, Usage } from '@portico/shared-types';
import type { ChatEvent, ChatMessage, ChatRequest, Passage } from '../../../platform/models/chat-model.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import {
  type AgentRow,
  fillPrompt,
  findHandoverRequest,
  handoverTool,
  noAnswerTool,
  openToolbox,
  type Toolbox,
} from '../../agents/index.ts';
import { openCall } from '../../client-tools/index.ts';
import { askModel } from '../../credits/index.ts';
import type { HistoryRow } from '../messages/messages.sql.ts';
import { buildHistory } from './context/build-history.ts';
import { findPassages } from './context/find-passages.ts';
import { judgeOutcome } from './judge-outcome.ts';
import type { ClaimedReply } from './replies.claims.sql.ts';
import type { ReplyDraft } from './reply-draft.ts';
import type { ReplyStep } from './reply-step.ts';
import type { ReplyChannel } from './reply-writer.ts';
import { writeStep } from './write-step.ts';

/** Calls of one step that run at the same time: a visitor can have a model make more of them than a tool can take. */
const callsAtOnce = 8;

export interface ReplyRun {
  readonly platform: ThreadsPlatform;
  readonly reply: ClaimedReply;
  readonly agent: AgentRow;
  /** The messages it answers, newest first. */
  readonly history: readonly HistoryRow[];
  readonly channel: ReplyChannel;
  /** Stores the steps so far; a process that takes over does not repeat them. */
  readonly keepSteps: (steps: readonly ReplyStep[]) => Promise<void>;
  readonly signal: AbortSignal;
  /** Adds the usage of a model call that isn't a step of the reply. */
  readonly count: (usage: Usage) => void;
}

/** A reply that reached a limit of its agent; the message may be shown. */
export class ReplyFailure extends Error {
  override readonly name = 'ReplyFailure';
}

/** The result of a written reply, and the context it was based on. */
export interface WrittenReply {
  readonly question: string;
  /** Undefined if no documents were searched. */
  readonly found: readonly Passage[] | undefined;
  /** True if follow-up questions should be offered to the visitor. */
  readonly wantsFollowUps: boolean;
}

/**
 * Writes one reply: calls the model, runs the tools it calls, and calls it again, up to the agent's max_steps.
 * Everything is added to the draft immediately, so that a failed reply keeps its text. Throws a ModelError, a
 * ReplyFailure or the signal's reason.
 */
export async function runReply(run: ReplyRun, draft: ReplyDraft): Promise<WrittenReply> {
  const { platform, reply, agent, signal } = run;
  const [history, toolbox, offers] = await Promise.all([
    buildHistory(platform, reply, run.history, signal),
    openToolbox(platform, reply.workspaceId, agent.tools, signal, { hasPage: reply.visitor !== null }),
    platform.threads.ports.findOffers(platform, reply),
  ]);
  try {
    const { trace } = draft;
    trace.query = history.question;
    const passages = await findPassages(run, history.question, trace);
    const model = agent.model ?? platform.models.defaultModel;
    const prompt = fillPrompt(agent.system_prompt, reply.visitor);
    const system: ChatMessage[] = prompt === '' ? [] : [{ role: 'system', content: prompt }];
    trace.model = model;
    draft.resume(reply.steps, toolbox);
    trace.resume(reply.steps);
    const wanted = [
      ...(hasKnowledge(agent) ? [noAnswerTool] : []),
      ...(offers?.handover === true ? [handoverTool] : []),
    ];
    const tools = [...toolbox.definitions, ...wanted.filter(({ name }) => toolbox.replyToolNames.has(name))];
    const unfinished = draft.steps.at(-1);
    if (unfinished !== undefined) await runCalls(run, draft, toolbox, unfinished);
    for (;;) {
      const isLast = draft.steps.length + 1 >= agent.max_steps;
      const cited = draft.citations.map(({ chunk_id: id }) => id);
      const found = collectPassages(passages?.passing, draft.steps, cited);
      const request: ChatRequest = {
        model,
        locale: reply.visitor?.locale ?? undefined,
        messages: [...system, ...history.messages, ...draft.steps.flatMap((step) => writeStep(step))],
        temperature: agent.temperature,
        max_tokens: agent.max_tokens,
        reasoning_effort: agent.reasoning_effort ?? undefined,
        ...(agent.top_p === null ? {} : { top_p: agent.top_p }),
        // The last call has to reply, so no tools are offered.
        ...(isLast || tools.length === 0 ? {} : { tools }),
        ...(found === undefined ? {} : { passages: found, nearest: passages?.nearest ?? [], cited }),
      };
      const startedAt = performance.now();
      const step = await ask(run, request, draft, toolbox.clientNames).catch((error: unknown) => {
        trace.step({ type: 'model', name: model }, startedAt);
        throw error;
      });
      trace.step({ type: 'model', name: model, usage: step.usage, finish_reason: draft.finishReason }, startedAt);
      const isDone = step.calls.length === 0 && step.refused.length === 0;
      if (isDone || (isLast && draft.content.trim() !== '')) {
        const { question } = history;
        const reason = explainMissingText(draft);
        if (reason !== undefined) throw new ReplyFailure(reason);
        draft.outcome = judgeOutcome(run, draft, found, question);
        draft.mayBeAnswered = passages?.isPartial === true;
        return { question, found, wantsFollowUps: offers?.followUps === true };
      }
      if (isLast) {
        throw new ReplyFailure(`The agent used all of its ${agent.max_steps} steps without an answer.`);
      }
      draft.steps.push(step);
      await runCalls(run, draft, toolbox, step);
    }
  } finally {
    await toolbox.close();
  }
}

function hasKnowledge({ knowledge_base_ids: bases, tools }: AgentRow): boolean {
  return bases.length > 0 || tools.some(({ type }) => type === 'knowledge');
}

/**
 * Why a finished reply without text is a failure; undefined if it isn't. A person who was asked for replies instead of
 * the agent, and calls may be all that was wanted, unless the model was stopped.
 */
function explainMissingText({ content, calls, replyToolCalls, finishReason }: ReplyDraft): string | undefined {
  if (content.trim() !== '' || findHandoverRequest(replyToolCalls) !== undefined) return undefined;
  if (finishReason === 'content_filter') return 'The model declined to answer.';
  if (finishReason === 'length') {
    return 'The model reached max_tokens before it wrote any text. Increase the agent’s max_tokens.';
  }
  return calls.length === 0 ? 'The model’s answer is empty.' : undefined;
}

/** One model call. Its text and citations are added to the draft as they arrive. */
async function ask(
  { platform, reply, agent, signal }: ReplyRun,
  request: ChatRequest,
  draft: ReplyDraft,
  clientNames: ReadonlySet<string>,
): Promise<ReplyStep> {
  const step: ReplyStep = {
    content: '',
    calls: [],
    refused: [],
    results: {},
    citations: [],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
  draft.beginStep();
  const { workspaceId } = reply;
  const call = { workspaceId, agentId: agent.id, runId: reply.id, name: String(draft.steps.length), request };
  for await (const event of askModel(platform, call, signal)) take(event, step, draft, clientNames);
  signal.throwIfAborted();
  return step;
}

function take(event: ChatEvent, step: ReplyStep, draft: ReplyDraft, clientNames: ReadonlySet<string>): void {
  switch (event.type) {
    case 'delta':
      step.content += event.content;
      draft.say(event.content);
      return;
    case 'tool_call': {
      const { type: _, ...call } = event;
      // A page reports its result by the call's id alone, and some model servers use the same ids in every response: a
      // late result must not become that of a later reply.
      const isForPage = clientNames.has(call.name);
      step.calls.push(draft.call(isForPage ? { ...call, id: createCallId() } : call, isForPage));
      return;
    }
    case 'invalid_tool_call':
      step.refused.push({
        id: draft.uniqueId(event.id),
        name: event.name,
        content: describeInvalidToolCall(event),
      });
      return;
    case 'citation':
      if (draft.cite(event.citation)) step.citations.push(event.citation);
      return;
    case 'finish':
      step.usage = event.usage;
      draft.finishReason = event.reason;
      draft.count(event.usage);
  }
}

/** Runs the calls of a step that have no result yet, all at the same time. */
async function runCalls(run: ReplyRun, draft: ReplyDraft, toolbox: Toolbox, step: ReplyStep): Promise<void> {
  const { reply, signal } = run;
  const open = step.calls.filter(({ id }) => step.results[id] === undefined);
  if (open.length === 0) return;
  await run.keepSteps(draft.steps);
  const runCall = async (call: ToolCall): Promise<void> => {
    const startedAt = performance.now();
    const { visitor } = reply;
    if (toolbox.clientNames.has(call.name)) {
      await openCall(run.platform, { messageId: reply.id, threadId: reply.threadId, call });
      draft.askPage(call);
    }
    const outcome = await toolbox.run(call, { callKey: `${reply.id}-${call.id}`, signal, visitor });
    const result = { ...outcome, duration_ms: Math.round(performance.now() - startedAt) };
    step.results[call.id] = result;
    draft.trace.found(result.passages ?? []);
    draft.trace.step({ type: 'tool', name: call.name, arguments: call.arguments, result: result.content }, startedAt);
    draft.tellResult(call, result);
  };
  const ofPage = open.filter(({ name }) => toolbox.clientNames.has(name));
  const waiting = open.filter((call) => !ofPage.includes(call)).values();
  const worker = async (): Promise<void> => {
    for (const call of waiting) await runCall(call);
  };
  // Those of the page wait for it, and take nothing from the others.
  await Promise.all([...ofPage.map(runCall), ...Array.from({ length: callsAtOnce }, worker)]);
  await run.keepSteps(draft.steps);
}

/**
 * The passages found for the message and by the model's own searches since, each once. Cited passages come first and in
 * that order, so that the numbers in the model's earlier text match the passages that it receives.
 */
function collectPassages(
  found: Passage[] | undefined,
  steps: readonly ReplyStep[],
  cited: readonly string[],
): Passage[] | undefined {
  const searched = steps.flatMap(({ results }) => Object.values(results).flatMap(({ passages }) => passages ?? []));
  if (found === undefined && searched.length === 0) return undefined;
  const passages = new Map([...(found ?? []), ...searched].map((passage) => [passage.chunk_id, passage]));
  const first = cited.flatMap((id) => passages.get(id) ?? []);
  return [...new Map([...first, ...passages.values()].map((passage) => [passage.chunk_id, passage])).values()];
}
