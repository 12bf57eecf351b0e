import type { Facts } from '../facts.ts';

export const language: Facts = { name: 'Português', direction: 'ltr' };
