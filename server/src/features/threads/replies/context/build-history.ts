import { setImmediate as pause } from 'node:timers/promises';
import type { Attachment } from '@portico/shared-types';
import type { Sql } from '../../../../platform/database.ts';
import type { ChatMessage, ContentPart } from '../../../../platform/models/chat-model.ts';
import { countTokens, cutToTokens } from '../../../../platform/models/count-tokens.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { findHistory, type HistoryRow } from '../../messages/messages.sql.ts';
import { readAttachment } from './read-attachment.ts';
import type { ClaimedReply } from '../replies.claims.sql.ts';
import { writeStep } from '../write-step.ts';

/** Maximum tokens of conversation in one model call; older turns are left out. */
const contextTokens = 32_000;
const maxMessages = 400;
/** Of an earlier turn's tools a model needs only a summary. */
const oldResultTokens = 1_000;

/** The stored messages that a reply answers, newest first. */
export async function findConversation(
  sql: Sql,
  { workspaceId, threadId, userMessageId }: { workspaceId: string; threadId: string; userMessageId: string },
): Promise<HistoryRow[]> {
  return findHistory(sql, workspaceId, threadId, userMessageId, maxMessages);
}

/**
 * The conversation that a reply answers, oldest first: everything up to its user message, with extracted attachments
 * and earlier tool calls, as far as it fits. System messages are kept as long as they fill less than half of it.
 */
export async function buildHistory(
  platform: Platform,
  reply: ClaimedReply,
  rows: readonly HistoryRow[],
  signal: AbortSignal,
): Promise<{ messages: ChatMessage[]; question: string }> {
  let tokensLeft = contextTokens;
  let systemTokensLeft = contextTokens / 2;
  const turns: ChatMessage[][] = [];
  for (const row of rows) {
    const isQuestion = row.id === reply.userMessageId;
    const messages = cutQuestion(await toMessages(platform, reply.workspaceId, row, isQuestion, signal), isQuestion);
    const size = measure(messages);
    // Counting takes up to 50 ms for each row; other work gets its turn in between.
    if (size > oldResultTokens) await pause(undefined, { signal });
    if (row.role === 'system') {
      if (size > systemTokensLeft) continue;
      systemTokensLeft -= size;
    } else if (size > tokensLeft && !isQuestion) break;
    tokensLeft -= size;
    turns.push(messages);
  }
  const messages = turns.toReversed().flat();
  // A truncated conversation begins with a question.
  const first = messages.findIndex(({ role }) => role === 'user');
  const question = rows.find(({ id }) => id === reply.userMessageId)?.content ?? '';
  return { messages: messages.filter(({ role }, index) => role === 'system' || index >= first), question };
}

async function toMessages(
  platform: Platform,
  workspaceId: string,
  row: HistoryRow,
  isQuestion: boolean,
  signal: AbortSignal,
): Promise<ChatMessage[]> {
  if (row.role === 'system') return [{ role: 'system', content: row.content }];
  if (row.role === 'assistant') return toAnswer(row);
  const parts = await Promise.all(
    row.attachments.map(async (attachment) => readPart(platform, workspaceId, attachment, isQuestion, signal)),
  );
  if (parts.length === 0) return [{ role: 'user', content: row.content }];
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const images = parts.filter((part) => part.type === 'image');
  const text = [row.content, ...texts].join('\n\n');
  return [{ role: 'user', content: images.length === 0 ? text : [{ type: 'text', text }, ...images] }];
}

/** An image is sent with its own message; later turns only mention it. */
async function readPart(
  platform: Platform,
  workspaceId: string,
  attachment: Attachment,
  isQuestion: boolean,
  signal: AbortSignal,
): Promise<ContentPart> {
  if (!isQuestion && attachment.mime_type.startsWith('image/')) {
    return { type: 'text', text: `(Attached image: ${attachment.file_name})` };
  }
  return readAttachment(platform, workspaceId, attachment, signal);
}

function toAnswer(row: HistoryRow): ChatMessage[] {
  if (row.author?.type === 'member') return [{ role: 'assistant', content: quotePerson(row) }];
  if (row.steps === null) return row.content.trim() === '' ? [] : [{ role: 'assistant', content: row.content }];
  const said = row.steps
    .map(({ content }) => content)
    .filter((content) => content !== '')
    .join('\n\n');
  const rest = row.content.slice(said.length).trim();
  return [
    ...row.steps.flatMap((step) => writeStep(step, oldResultTokens)),
    ...(rest === '' ? [] : [{ role: 'assistant' as const, content: rest }]),
  ];
}

/** A message of a person of the team, marked so that the agent doesn't take it for its own. */
function quotePerson({ author, content, attachments }: HistoryRow): string {
  const files = attachments.map(({ file_name: name }) => `(Attached file: ${name})`);
  return `${author?.name ?? 'A colleague'}: ${[content, ...files].join('\n\n')}`;
}

/** A question longer than all remaining tokens is cut: its beginning is better than nothing. */
function cutQuestion(messages: ChatMessage[], isQuestion: boolean): ChatMessage[] {
  if (!isQuestion || measure(messages) <= contextTokens) return messages;
  return messages.map((message) =>
    message.role !== 'user'
      ? message
      : {
          role: 'user',
          content:
            typeof message.content === 'string'
              ? cutToTokens(message.content, contextTokens)
              : message.content.map((part) =>
                  part.type === 'text' ? { type: 'text', text: cutToTokens(part.text, contextTokens) } : part,
                ),
        },
  );
}

/** Tokens of these messages; text whose bytes already fit is not worth counting. */
function measure(messages: readonly ChatMessage[]): number {
  let tokens = 0;
  for (const message of messages) {
    tokens += 4;
    if (typeof message.content === 'string') tokens += measureText(message.content);
    else for (const part of message.content) tokens += part.type === 'text' ? measureText(part.text) : 800;
    if (message.role === 'assistant' && message.tool_calls) tokens += measureText(JSON.stringify(message.tool_calls));
  }
  return tokens;
}

function measureText(text: string): number {
  // A token is at least one byte, and of a short text that bound is near enough.
  const bytes = Buffer.byteLength(text);
  return bytes <= 200 ? Math.ceil(bytes / 3) : countTokens(text, contextTokens);
}
