import { UserRoundCog } from 'lucide-react';
import type { Screen } from '../../app/screen.ts';
import { DecisionCount } from './decision-count.tsx';

export const personas: Screen = {
  name: 'personas',
  path: '/personas',
  title: ['Personas', 'Personas', 'الشخصيات'],
  icon: UserRoundCog,
  group: 'run',
  scopes: ['personas:read'],
  shortcut: 'p',
  count: DecisionCount,
  load: async () => import('./personas-screen.tsx'),
  parts: async () => import('./parts.ts'),
  things: { key: 'personas', endpoint: '/api/personas', parameter: 'search' },
};
