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
  things: { key: 'agents', endpoint: '/api/v1/agents', parameter: 'search' },
};
