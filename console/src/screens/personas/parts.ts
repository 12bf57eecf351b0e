import type { PersonaInstance } from '@portico/shared-types/api/personas';
import type { ScreenPart } from '../../app/screen.ts';
import { personaTexts } from './texts.ts';

export const parts: readonly ScreenPart[] = [
  {
    path: '/personas',
    title: personaTexts.tasks,
    things: {
      key: 'persona-tasks',
      endpoint: '/api/personas/instances',
      parameter: 'search',
      // Like items of the settings: there may be many, and people rarely look for one.
      minLetters: 2,
      max: 5,
      entryOf: ({ id, taskTitle }: PersonaInstance) => ({ name: taskTitle, path: `/personas/tasks/${id}` }),
    },
  },
  { path: '/personas/list', title: personaTexts.personas },
];
