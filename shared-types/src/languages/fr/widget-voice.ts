import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: 'J’écoute…',
  stop: 'Arrêter l’écoute',
  denied: 'Le micro n’est pas autorisé ici.',
  failed: 'Cela n’a pas fonctionné. Veuillez écrire.',
};
