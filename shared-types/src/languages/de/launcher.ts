import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['Chat', 'Schließen', 'Chat nicht erreichbar.'];
