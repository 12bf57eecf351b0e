import { ClipboardList } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const forms: Screen = {
  name: 'forms',
  path: '/forms',
  title: ['Forms', 'Formulare', 'النماذج'],
  icon: ClipboardList,
  group: 'build',
  scopes: ['interfaces:read'],
  shortcut: 'f',
  load: async () => import('./forms-screen.tsx'),
  things: { key: 'form-interfaces', endpoint: '/api/v1/form-interfaces', parameter: 'search' },
};
