import { Settings } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const settings: Screen = {
  name: 'settings',
  path: '/settings',
  title: ['Settings', 'Einstellungen', 'الإعدادات'],
  icon: Settings,
  group: 'settings',
  scopes: [],
  shortcut: 's',
  load: async () => import('./settings-screen.tsx'),
  parts: async () => import('./parts.ts'),
};
