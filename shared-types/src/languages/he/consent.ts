import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: 'לאשר את {app}?',
  asks: 'האפליקציה {app} מבקשת להשתמש ב־Portico בשמך, {email}.',
  ableTo: 'היא תוכל:',
  abilities: {
    'agents:execute': 'לשאול את הסוכנים שלך',
    'workflows:execute': 'להריץ את תהליכי העבודה שלך',
    'knowledge-bases:query': 'לחפש ולקרוא במאגרי הידע שלך',
  },
  workspace: 'סביבת עבודה',
  returnsTo:
    'לאחר מכן תתבצע חזרה אל {place}. האפליקציה בחרה את שמה בעצמה ואיש לא בדק אותו: יש לאשר אותה רק אם התחלת את הבקשה הזאת כרגע.',
  allow: 'אישור',
  deny: 'דחייה',
  apps: 'אפליקציות שאישרת',
  appsTitle: 'אפליקציות מחוברות',
  appsText: 'האפליקציות האלה משתמשות ב־Portico בשמך.',
  noApps: 'אין אפליקציה שמשתמשת ב־Portico בשמך.',
  since: '{workspace}, מאז {date}',
  lastUsed: 'שימוש אחרון {date}',
  neverUsed: 'מעולם לא היה בשימוש',
  remove: 'הסרה',
  toConsole: 'אל לוח הבקרה',
  refusedTitle: 'אי אפשר לאשר את זה',
  signIn: 'כניסה',
  refusals: {
    unknownApp: 'האפליקציה הזאת אינה רשומה כאן, או שכבר אינה רשומה. יש להתחיל מחדש באפליקציה.',
    unknownAddress: 'האפליקציה מבקשת לחזור לכתובת שלא רשמה.',
    signedOut: 'החיבור שלך הסתיים. לאחר כניסה תוצג השאלה שוב.',
    notAPerson: 'נכנסת באמצעות מפתח. רק אדם יכול לאשר אפליקציה: יש לצאת ולהיכנס עם החשבון שלך.',
    noWorkspace: 'אין לך סביבת עבודה. אפשר לבקש הזמנה.',
    notAMember: 'סביבת העבודה הזאת אינה שלך.',
    tooMany: 'יותר מדי ניסיונות. יש להמתין דקה ולנסות שוב.',
    incomplete: 'הבקשה אינה שלמה. יש להתחיל מחדש באפליקציה.',
  },
};
