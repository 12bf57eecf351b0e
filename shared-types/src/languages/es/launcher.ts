import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['Chat', 'Cerrar', 'No se puede abrir el chat.'];
