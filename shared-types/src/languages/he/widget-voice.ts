import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: 'מקשיבים…',
  stop: 'הפסקת ההקשבה',
  denied: 'המיקרופון אינו מורשה כאן.',
  failed: 'זה לא הצליח. אפשר להקליד.',
};
