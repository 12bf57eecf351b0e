import { Workflow } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const workflows: Screen = {
  name: 'workflows',
  path: '/workflows',
  title: ['Workflows', 'Abläufe', 'سير العمل'],
  icon: Workflow,
  group: 'run',
  scopes: ['workflows:read'],
  shortcut: 'w',
  load: async () => import('./workflows-screen.tsx'),
  things: { key: 'workflows', endpoint: '/api/v1/workflows', parameter: 'search' },
};
