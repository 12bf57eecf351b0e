import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  notFound: {
    title: 'אין כאן כלום.',
    path: 'ייתכן שהכתובת חלקית או שהדף הועבר.',
    chat: 'הצ׳אט הזה לא קיים או סגור כרגע.',
    file: 'תוקף הקישור פג או שהקובץ הוסר. אפשר לבקש קישור חדש.',
    home: 'מעבר לדף הבית',
  },
  nobodyHere: {
    text: 'אין כרגע אף אחד זמין.',
    leaveAddress: 'אפשר להשאיר כתובת דוא״ל ונחזור אליך.',
    byMail: 'נשיב לך בדוא״ל.',
  },
  dailyLimit: 'אין תשובות נוספות היום. אפשר לחזור מחר.',
  mail: {
    subject: '{name} מ-{title} ענה לך',
    link: 'להמשך השיחה:',
    once: 'הקישור פועל פעם אחת, במשך שבעה ימים.',
  },
};
