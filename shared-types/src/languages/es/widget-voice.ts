import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: 'Escuchando…',
  stop: 'Dejar de escuchar',
  denied: 'Aquí no se permite el micrófono.',
  failed: 'No ha funcionado. Escriba, por favor.',
};
