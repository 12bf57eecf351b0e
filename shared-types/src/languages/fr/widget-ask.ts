import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'Poser une question ou chercher',
  results: 'Résultats',
  ask: 'Demander « {text} »',
  none: 'Rien n’a encore été trouvé à ce sujet. Appuyez sur Entrée pour demander.',
  found: 'Passages trouvés : {n}',
  choose: 'choisir',
  open: 'ouvrir',
  close: 'Fermer',
  leave: 'fermer',
};
