import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: 'Ouvindo…',
  stop: 'Parar de ouvir',
  denied: 'O microfone não é permitido aqui.',
  failed: 'Não funcionou. Escreva, por favor.',
};
