import type { Facts } from '../facts.ts';

export const language: Facts = { name: '中文', direction: 'ltr' };
