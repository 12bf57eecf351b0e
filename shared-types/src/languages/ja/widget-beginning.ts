import type { Texts } from '../en/widget-beginning.ts';

export const texts: Texts = ['はじめる前に', 'チャットを始める'];
