import { BookOpen } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const knowledge: Screen = {
  name: 'knowledge',
  path: '/knowledge',
  title: ['Knowledge', 'Wissen', 'المعرفة'],
  icon: BookOpen,
  group: 'build',
  scopes: ['knowledge-bases:read'],
  shortcut: 'k',
  load: async () => import('./knowledge-screen.tsx'),
  parts: async () => import('./parts.ts'),
  things: { key: 'knowledge-bases', endpoint: '/api/v1/knowledge-bases', parameter: 'search' },
};
