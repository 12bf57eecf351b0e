import type { ScreenPart } from '../../app/screen.ts';
import { improveTexts } from './texts.ts';

export const parts: readonly ScreenPart[] = [
  { path: '/improve', title: improveTexts.questions },
  { path: '/improve/figures', title: improveTexts.figures },
  { path: '/improve/usage', title: improveTexts.usage },
];
