import type { Outcome } from '@portico/shared-types';
import type { Passage } from '../../../platform/models/chat-model.ts';
import { extractiveModelName } from '../../../platform/models/extractive/extractive-model.ts';
import { findSmallTalk } from '../../../platform/models/extractive/small-talk.ts';
import { findHandoverRequest, noAnswerTool } from '../../agents/index.ts';
import type { ReplyDraft } from './reply-draft.ts';
import type { ReplyRun } from './run-reply.ts';

/**
 * The outcome of a question. An agent without knowledge bases answers every question; with them, a question is
 * unanswered if nothing relevant was found, or if the model reported that. Greetings, messages with their own text, and
 * tool results need no documents.
 */
export function judgeOutcome(
  run: ReplyRun,
  draft: ReplyDraft,
  found: readonly Passage[] | undefined,
  question: string,
): Outcome {
  if (draft.replyToolCalls.some(({ name }) => name === noAnswerTool.name)) return 'unanswered';
  if (findHandoverRequest(draft.replyToolCalls) !== undefined) return 'unsure';
  if (found === undefined || findSmallTalk(question) !== null) return 'answered';
  // The built-in model cites everything that it uses.
  const { models } = run.platform;
  const isBuiltIn = models.builtin || draft.trace.model === extractiveModelName;
  if (found.length > 0 && (!isBuiltIn || draft.citations.length > 0)) return 'answered';
  const asked = run.history.find(({ id }) => id === run.reply.userMessageId);
  const hasResult = draft.steps.some(({ results }) =>
    Object.values(results).some(({ ok, passages }) => ok && passages === undefined),
  );
  return hasResult || (asked?.attachments.length ?? 0) > 0 ? 'answered' : 'unanswered';
}
