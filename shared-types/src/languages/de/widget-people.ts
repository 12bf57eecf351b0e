import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: 'Mit einem Menschen sprechen',
  soundOff: 'Töne ausschalten',
  soundOn: 'Töne einschalten',
  waiting: 'Ein Mensch wurde dazugerufen. Sie können weiterschreiben.',
  answers: '{name} antwortet Ihnen',
  types: '{name} schreibt',
  askEmail: 'Hinterlassen Sie Ihre E-Mail-Adresse, dann kommt die Antwort dorthin.',
  email: 'E-Mail-Adresse',
  emailKept: 'Danke. Die Antwort kommt per E-Mail.',
  rate: 'Wie war dieses Gespräch?',
  scores: ['Sehr schlecht', 'Schlecht', 'In Ordnung', 'Gut', 'Sehr gut'],
  comment: 'Was können wir besser machen? (freiwillig)',
  send: 'Senden',
  thanks: 'Danke für Ihre Bewertung.',
  linkRefused:
    'Dieser Link funktioniert nicht mehr. Nehmen Sie den Link aus unserer neuesten E-Mail, oder schreiben Sie uns hier.',
};
