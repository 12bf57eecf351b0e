import { Lightbulb } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const improve: Screen = {
  name: 'improve',
  path: '/improve',
  title: ['Improve', 'Verbessern', 'التحسين'],
  icon: Lightbulb,
  group: 'overview',
  scopes: ['insights:read'],
  shortcut: 'i',
  load: async () => import('./improve-screen.tsx'),
  parts: async () => import('./parts.ts'),
};
