import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'Frage stellen oder suchen',
  results: 'Ergebnisse',
  ask: '„{text}“ fragen',
  none: 'Dazu wurde noch nichts gefunden. Drücken Sie Enter, um zu fragen.',
  found: 'Gefundene Textstellen: {n}',
  choose: 'auswählen',
  open: 'öffnen',
  close: 'Schließen',
  leave: 'schließen',
};
