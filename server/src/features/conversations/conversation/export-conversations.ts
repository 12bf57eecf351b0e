import type { Conversation, ConversationExportQuery } from '@portico/shared-types';
import { type Column, downloadTable, readInBatches } from '../../../platform/http/download-table.ts';
import type { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertPeriod } from '../../../platform/select-page.ts';
import { recordExport } from '../../audit-log/index.ts';
import { planForWords } from '../search/search.sql.ts';
import { toSearch } from '../../../platform/search-words.ts';
import { listConversationsAfter } from './list-conversations.sql.ts';

const batchSize = 200;

/** Every conversation that matches, newest first, as a download. Throws 400 for a period that ends before it begins. */
export async function exportConversations(
  platform: Platform,
  { workspaceId, actorId }: { workspaceId: string; actorId: string },
  { format, ...query }: ConversationExportQuery,
): Promise<RawAnswer> {
  const { sql } = platform.database;
  assertPeriod(query);
  await recordExport(sql, workspaceId, 'conversations', { format, ...query });
  const { q, ...others } = query;
  const filters = { ...others, assignee: query.assignee === 'me' ? actorId : query.assignee };
  const batches = readInBatches<Conversation>(batchSize, async (last, limit) => {
    if (q === undefined) return listConversationsAfter(sql, workspaceId, filters, last?.id, limit);
    const search = toSearch(workspaceId, q);
    return platform.database.transaction(async (tx) => {
      await planForWords(tx);
      return listConversationsAfter(tx, workspaceId, { ...filters, search }, last?.id, limit);
    });
  });
  return downloadTable({ name: 'conversations', format, batches, columns });
}

const columns: readonly Column<Conversation>[] = [
  'id',
  'created_at',
  'updated_at',
  'closed_at',
  'status',
  ['interface', ({ interface: { name } }) => name],
  'agent_id',
  ['assignee', ({ assignee }) => assignee?.name],
  'subject',
  'tags',
  ['visitor_id', ({ visitor }) => visitor.id],
  ['visitor_name', ({ visitor }) => visitor.name],
  ['visitor_email', ({ visitor }) => visitor.email],
  ['user_id', ({ visitor }) => visitor.user_id],
  ['locale', ({ visitor }) => visitor.locale],
  ['metadata', ({ visitor }) => visitor.metadata],
  'page_url',
  ['last_message', ({ last_message: last }) => last?.preview],
  ['last_message_at', ({ last_message: last }) => last?.at],
  'waiting_since',
  ['handover_reason', ({ handover }) => handover?.reason],
  ['handover_summary', ({ handover }) => handover?.summary],
  'rating',
  ['csat_score', ({ csat }) => csat?.score],
  ['csat_comment', ({ csat }) => csat?.comment],
  'unanswered_count',
  'cost_credits',
];
