import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'Pregunte o busque',
  results: 'Resultados',
  ask: 'Preguntar «{text}»',
  none: 'Aún no se ha encontrado nada sobre esto. Pulse Intro para preguntar.',
  found: 'Pasajes encontrados: {n}',
  choose: 'elegir',
  open: 'abrir',
  close: 'Cerrar',
  leave: 'cerrar',
};
