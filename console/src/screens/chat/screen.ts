import { MessageCircle } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const chat: Screen = {
  name: 'chat',
  path: '/chat',
  title: ['Chat', 'Chat', 'الدردشة'],
  icon: MessageCircle,
  group: 'build',
  scopes: ['interfaces:read'],
  shortcut: 't',
  load: async () => import('./chat-screen.tsx'),
  things: { key: 'chat-interfaces', endpoint: '/api/v1/chat-interfaces', parameter: 'search' },
};
