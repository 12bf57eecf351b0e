import { ListChecks } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';

export const executions: Screen = {
  name: 'executions',
  path: '/executions',
  title: ['Executions', 'Ausführungen', 'عمليات التنفيذ'],
  icon: ListChecks,
  group: 'run',
  scopes: ['executions:read'],
  shortcut: 'x',
  load: async () => import('./executions-screen.tsx'),
};
