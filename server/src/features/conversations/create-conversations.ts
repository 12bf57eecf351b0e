import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads } from '../threads/index.ts';
import { actRoutes } from './actions/actions.routes.ts';
import { conversationRoutes } from './conversation/conversations.routes.ts';
import { fillConversations } from './conversation/upkeep.sql.ts';
import { type Conversations, type ConversationsPlatform, openConversations } from './conversations-platform.ts';
import { releaseLost } from './handover/release-conversations.ts';
import { endWaiting } from './handover/request-handover.ts';
import { startNotices } from './notices/notices.worker.ts';
import { savedReplyRoutes } from './saved-replies/saved-replies.routes.ts';
import { indexConversations, indexNotes } from './search/index-conversations.ts';
import { pruneEvents } from './stream/prune-events.ts';
import { streamRoutes } from './stream/stream.routes.ts';
import { deleteOldMails } from './visitor-mail/visitor-mail.sql.ts';

interface ConversationPorts {
  readonly agents: Agents;
  readonly threads: Threads;
}

export function createConversations(platform: Platform, ports: ConversationPorts): Feature & Conversations {
  const { sql } = platform.database;
  const conversations = openConversations(platform);
  const extended: ConversationsPlatform = { ...platform, ...ports, conversations };
  return {
    name: 'conversations',
    ...conversations,
    routes: bindRoutes(extended, [...conversationRoutes, ...streamRoutes, ...actRoutes, ...savedReplyRoutes]),
    sweeps: [
      { name: 'conversations.fill', everyMs: 60_000, run: async () => fillConversations(sql) },
      { name: 'conversations.timeouts', everyMs: 1_000, run: async () => endWaiting(extended) },
      { name: 'conversations.assignees', everyMs: 60_000, run: async () => releaseLost(extended) },
      { name: 'conversations.events', everyMs: 600_000, run: async () => pruneEvents(extended) },
      { name: 'conversations.mails', everyMs: 3_600_000, run: async () => deleteOldMails(sql) },
      { name: 'conversations.index', everyMs: 30_000, run: async () => indexConversations(extended) },
      { name: 'conversations.notes', everyMs: 30_000, run: async () => indexNotes(extended) },
    ],
    start: () => startNotices(extended),
  };
}
