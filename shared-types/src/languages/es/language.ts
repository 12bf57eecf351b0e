import type { Facts } from '../facts.ts';

export const language: Facts = { name: 'Español', direction: 'ltr' };
