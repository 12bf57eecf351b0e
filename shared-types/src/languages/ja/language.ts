import type { Facts } from '../facts.ts';

export const language: Facts = { name: '日本語', direction: 'ltr' };
