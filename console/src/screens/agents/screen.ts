import { Bot } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const agents: Screen = {
  name: 'agents',
  path: '/agents',
  title: ['Agents', 'Agenten', 'الوكلاء'],
  icon: Bot,
  group: 'build',
  scopes: ['agents:read'],
  shortcut: 'a',
  load: async () => import('./agents-screen.tsx'),
  things: { endpoint: '/api/v1/agents' },
};
