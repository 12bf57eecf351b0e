import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['Avant de commencer', 'Démarrer la discussion'];
