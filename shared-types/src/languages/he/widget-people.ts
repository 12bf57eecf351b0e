import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: 'לדבר עם אדם',
  soundOff: 'השתקת צלילים',
  soundOn: 'הפעלת צלילים',
  waiting: 'ביקשנו מאדם להצטרף. אפשר להמשיך לכתוב.',
  answers: '{name} עונה לך',
  types: '{name} מקליד/ה',
  askEmail: 'אפשר להשאיר כתובת דוא״ל, והתשובה תגיע אליה.',
  email: 'כתובת דוא״ל',
  emailKept: 'תודה. התשובה תגיע בדוא״ל.',
  rate: 'איך הייתה השיחה?',
  scores: ['גרועה מאוד', 'גרועה', 'סבירה', 'טובה', 'טובה מאוד'],
  comment: 'מה אפשר לשפר? (לא חובה)',
  send: 'שליחה',
  thanks: 'תודה על הדירוג.',
};
