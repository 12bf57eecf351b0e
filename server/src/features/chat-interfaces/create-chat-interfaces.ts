import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Threads } from '../threads/index.ts';
import { sweepChallenges } from './session-start/challenge.ts';
import { chatInterfaceRoutes } from './chat-interfaces.routes.ts';
import { type ChatInterfaces, type ChatPlatform, openChatInterfaces } from './chat-platform.ts';
import { checkDomains } from './interface/check-domains.ts';
import { publicChatRoutes } from './public-chat.routes.ts';
import { publicMessageRoutes } from './public-messages.routes.ts';
import { sweepDeletedChats } from './sessions/detach-visits.ts';
import { sweepAbandonedVisits, sweepThreadsOfVisits } from './sessions/erase-abandoned-visits.ts';
import { visitorActRoutes } from './visitor-acts.routes.ts';

interface ChatPorts {
  readonly agents: Agents;
  readonly conversations: Conversations;
  readonly threads: Threads;
}

export function createChatInterfaces(platform: Platform, ports: ChatPorts): Feature & ChatInterfaces {
  const chatInterfaces = openChatInterfaces(platform);
  const extended: ChatPlatform = { ...platform, ...ports, chatInterfaces };
  return {
    name: 'chat-interfaces',
    ...chatInterfaces,
    routes: bindRoutes(extended, [
      ...chatInterfaceRoutes,
      ...publicChatRoutes,
      ...publicMessageRoutes,
      ...visitorActRoutes,
    ]),
    sweeps: [
      { name: 'chat-domains', everyMs: 60_000, run: async () => checkDomains(platform) },
      { name: 'deleted-chats', everyMs: 60_000, run: async () => sweepDeletedChats(extended) },
      { name: 'chat-visits', everyMs: 3_600_000, run: async () => sweepAbandonedVisits(extended) },
      { name: 'threads of chat-visits', everyMs: 86_400_000, run: async () => sweepThreadsOfVisits(extended) },
      { name: 'chat-challenges', everyMs: 600_000, run: async () => sweepChallenges(platform) },
    ],
  };
}
