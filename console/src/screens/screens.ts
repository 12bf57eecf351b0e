import type { Screen } from '../app/screen.ts';
import { agents } from './agents/screen.ts';
import { chat } from './chat/screen.ts';
import { conversations } from './conversations/screen.ts';
import { executions } from './executions/screen.ts';
import { forms } from './forms/screen.ts';
import { home } from './home/screen.ts';
import { improve } from './improve/screen.ts';
import { knowledge } from './knowledge/screen.ts';
import { personas } from './personas/screen.ts';
import { settings } from './settings/screen.ts';
import { workflows } from './workflows/screen.ts';

/** Every screen, in the order of the navigation. To add one, create a folder and a line here. */
export const screens: readonly Screen[] = [
  home,
  conversations,
  improve,
  agents,
  knowledge,
  chat,
  forms,
  workflows,
  executions,
  personas,
  settings,
];
