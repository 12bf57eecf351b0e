import type { Platform } from '../../platform/platform.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { VisitorWatch } from './visitor-mail/watch-visitors.ts';

/** In-memory state of conversations in this process. */
export interface Conversations {
  readonly visitors: VisitorWatch;
}

/** The platform plus the dependencies of conversations. */
export interface ConversationsPlatform extends ThreadsPlatform {
  readonly conversations: Conversations;
}

export function openConversations(platform: Platform): Conversations {
  return { visitors: new VisitorWatch(platform) };
}
