import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  starting: { title: 'Einen Moment bitte', text: 'Der Server startet gerade. Diese Seite lädt gleich von selbst.' },
  notFound: {
    title: 'Hier ist nichts.',
    path: 'Die Adresse ist vielleicht unvollständig, oder die Seite ist umgezogen.',
    chat: 'Diesen Chat gibt es nicht, oder er ist gerade geschlossen.',
    file: 'Der Link ist abgelaufen, oder die Datei wurde entfernt. Bitten Sie um einen neuen Link.',
    home: 'Zur Startseite',
  },
  nobodyHere: {
    text: 'Gerade ist niemand da.',
    leaveAddress: 'Hinterlassen Sie Ihre E-Mail-Adresse, dann melden wir uns.',
    byMail: 'Wir antworten Ihnen per E-Mail.',
  },
  dailyLimit: 'Heute gibt es keine Antworten mehr. Bitte kommen Sie morgen wieder.',
  mail: {
    subject: '{name} von {title} hat Ihnen geantwortet',
    link: 'Bitte antworten Sie im Gespräch statt auf diese E-Mail:',
    once: 'Der Link gilt einmal und sieben Tage lang.',
  },
};
