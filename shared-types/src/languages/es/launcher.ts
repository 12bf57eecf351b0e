import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['Chat', 'Cerrar', 'Chat no disponible.'];
