import type { Facts } from '../facts.ts';

export const language: Facts = { name: 'Français', direction: 'ltr' };
