import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: 'Pergunte ou pesquise',
  results: 'Resultados',
  ask: 'Perguntar “{text}”',
  none: 'Ainda não foi encontrado nada sobre isto. Pressione Enter para perguntar.',
  found: 'Trechos encontrados: {n}',
  choose: 'escolher',
  open: 'abrir',
  close: 'Fechar',
  leave: 'fechar',
};
