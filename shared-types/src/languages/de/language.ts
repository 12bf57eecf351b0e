import type { Facts } from '../facts.ts';

export const language: Facts = { name: 'Deutsch', direction: 'ltr' };
