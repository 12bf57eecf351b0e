import { threadEvents, type FormField } from '@portico/shared-types';
import { findPayer } from '../../credits/index.ts';
import { postMessage, type ThreadsPlatform } from '../../threads/index.ts';
import type { Run, Step } from './follow-run.ts';
import { findSubmissionForm } from '../form/find-submission-form.ts';
import { listSources, type SourceRow, type SubmissionRow } from '../submission/submissions.sql.ts';

/** The agent's reply to a submission, requested if there is none yet. Throws an ApiError. */
export async function openReply(platform: ThreadsPlatform, row: SubmissionRow): Promise<Run> {
  const { sql } = platform.database;
  const form = await findSubmissionForm(platform, row);
  const sources = await listSources(sql, row.id);
  const charge = await findPayer(sql, row.id);
  const reply = await postMessage(platform, {
    workspaceId: row.workspace_id,
    threadId: row.thread_id ?? '',
    content: writeMessage(row, form?.settings.fields ?? [], sources),
    attachments: row.file_ids.filter((id) => !sources.some((source) => source.file_id === id && source.fault !== null)),
    clientMessageId: row.id,
    needsReply: true,
    ...(charge === undefined ? {} : { payment: { charge, isReserved: false } }),
  });
  return {
    events: (_, signal) => reply.events(signal),
    read: (event, data) => readReplyEvent(event, data, reply.messageId ?? ''),
  };
}

/** The submission as one message: files as attachments, addresses with their extracted text. */
function writeMessage(row: SubmissionRow, fields: readonly FormField[], sources: readonly SourceRow[]): string {
  const inputs = Object.entries(row.inputs).map(([name, value]) => {
    const label = fields.find((field) => field.name === name)?.label ?? name;
    return `${label}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  const pages = sources.flatMap(({ url, text, fault }) =>
    url === null || text === null || fault !== null ? [] : [`From ${url}:\n\n${text}`],
  );
  // Without a note about the gap, a model would fill it with guesses.
  const gaps = row.unread.map(({ file, url, message }) => `Could not be read: ${url ?? file ?? ''} (${message})`);
  const parts = [row.message, inputs.join('\n'), ...pages, gaps.join('\n')].filter((part) => part.trim() !== '');
  return parts.length === 0 ? 'See the attached files.' : parts.join('\n\n');
}

function readReplyEvent(event: string, data: unknown, messageId: string): Step | undefined {
  switch (event) {
    case 'message:started':
      return threadEvents[event].parse(data).message_id === messageId ? { kind: 'restarted' } : undefined;
    case 'message:delta': {
      const { message_id: id, content } = threadEvents[event].parse(data);
      return id === messageId ? { kind: 'show', event: { event: 'output:delta', data: { content } } } : undefined;
    }
    case 'message:completed': {
      const { id, content } = threadEvents[event].parse(data);
      return id === messageId ? { kind: 'completed', output: content } : undefined;
    }
    case 'message:failed': {
      const { message_id: id, error } = threadEvents[event].parse(data);
      if (id !== messageId) return undefined;
      // The text of an exhausted limit is for the visitor; any other reason is for the operator.
      if (error.code === 'rate_limit_exceeded') return { kind: 'failed', ...error };
      return { kind: 'failed', code: 'execution_failed', message: 'The agent gave no reply.' };
    }
    case 'message:cancelled':
      if (threadEvents[event].parse(data).message_id !== messageId) return undefined;
      return { kind: 'failed', code: 'execution_cancelled', message: 'The reply was cancelled.' };
    default:
      return undefined;
  }
}
