import type { Conversation } from '@portico/shared-types/api/conversations';
import { MessagesSquare } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';
import { WaitingCount } from '../../app/waiting-count.tsx';
import { nameOf, nameTexts, topicOf } from './names.ts';

export const conversations: Screen = {
  name: 'conversations',
  path: '/conversations',
  title: ['Conversations', 'Gespräche', 'المحادثات'],
  icon: MessagesSquare,
  group: 'overview',
  scopes: ['conversations:read'],
  shortcut: 'c',
  count: WaitingCount,
  load: async () => import('./conversations-screen.tsx'),
  things: {
    key: 'conversations',
    endpoint: '/api/v1/conversations',
    parameter: 'q',
    // Messages are searched, too: a single letter would find almost every conversation.
    minLetters: 2,
    max: 8,
    entryOf: (conversation: Conversation, sayText) => {
      const topic = topicOf(conversation);
      return {
        name: nameOf(conversation, (key, values) => sayText(nameTexts[key], values)),
        ...(topic === '' ? {} : { note: topic }),
      };
    },
  },
};
