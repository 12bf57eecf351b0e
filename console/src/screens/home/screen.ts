import { House } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const home: Screen = {
  name: 'home',
  path: '/',
  title: ['Home', 'Start', 'الرئيسية'],
  icon: House,
  group: 'overview',
  scopes: [],
  shortcut: 'h',
  load: async () => import('./home-screen.tsx'),
};
