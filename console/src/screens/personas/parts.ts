import type { ScreenPart } from '../../app/screen.ts';
import { personaTexts } from './texts.ts';

export const parts: readonly ScreenPart[] = [
  { path: '/personas', title: personaTexts.tasks },
  { path: '/personas/list', title: personaTexts.personas },
];
