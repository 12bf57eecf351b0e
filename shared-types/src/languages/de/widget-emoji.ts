import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = ['Gesichter', 'Menschen', 'Natur', 'Essen', 'Orte', 'Aktivitäten', 'Dinge', 'Symbole'];
