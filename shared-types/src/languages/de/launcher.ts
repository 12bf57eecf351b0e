import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['Chat', 'Schließen', 'Der Chat ist nicht erreichbar.'];
