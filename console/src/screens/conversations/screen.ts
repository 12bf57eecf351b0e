import { MessagesSquare } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const conversations: Screen = {
  name: 'conversations',
  path: '/conversations',
  title: ['Conversations', 'Gespräche', 'المحادثات'],
  icon: MessagesSquare,
  group: 'overview',
  scopes: ['conversations:read'],
  shortcut: 'c',
  load: async () => import('./conversations-screen.tsx'),
};
