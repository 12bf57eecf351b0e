import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'Frage stellen oder suchen',
  results: 'Ergebnisse',
  ask: '„{text}“ fragen',
  none: 'Dazu wurde noch nichts gefunden. Drücke Enter, um zu fragen.',
  found: '{n} Textstellen gefunden',
  choose: 'auswählen',
  open: 'öffnen',
  close: 'Schließen',
  leave: 'schließen',
};
