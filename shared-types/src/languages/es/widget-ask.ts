import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'Pregunta o busca',
  results: 'Resultados',
  ask: 'Preguntar «{text}»',
  none: 'Aún no se ha encontrado nada sobre esto. Pulsa Intro para preguntar.',
  found: '{n} pasajes encontrados',
  choose: 'elegir',
  open: 'abrir',
  close: 'Cerrar',
  leave: 'cerrar',
};
