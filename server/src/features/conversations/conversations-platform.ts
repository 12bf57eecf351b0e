import type { Platform } from '../../platform/platform.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { VisitorWatch } from './visitor-mail/watch-visitors.ts';

/** What this process keeps of conversations. */
export interface Conversations {
  readonly visitors: VisitorWatch;
}

/** The platform with what conversations need. */
export interface ConversationsPlatform extends ThreadsPlatform {
  readonly conversations: Conversations;
}

export function openConversations(platform: Platform): Conversations {
  return { visitors: new VisitorWatch(platform) };
}
