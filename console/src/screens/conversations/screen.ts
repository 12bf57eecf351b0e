import { MessagesSquare } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';
import { WaitingCount } from '../../app/waiting-count.tsx';

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
};
