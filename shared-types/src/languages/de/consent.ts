import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: '{app} erlauben?',
  asks: '{app} möchte Portico für dich nutzen, {email}.',
  ableTo: 'Die App darf dann:',
  abilities: {
    'agents:execute': 'deine Agenten fragen',
    'workflows:execute': 'deine Abläufe ausführen',
    'knowledge-bases:query': 'deine Wissensbasen durchsuchen und lesen',
  },
  workspace: 'Arbeitsbereich',
  returnsTo:
    'Danach geht es zurück zu {place}. Den Namen hat sich die App selbst gegeben, und niemand hat ihn geprüft: Erlaube sie nur, wenn du das gerade selbst begonnen hast.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  apps: 'Apps, die du erlaubt hast',
  appsTitle: 'Verbundene Apps',
  appsText: 'Diese Apps nutzen Portico für dich.',
  noApps: 'Keine App nutzt Portico für dich.',
  since: '{workspace}, seit {date}',
  lastUsed: 'zuletzt benutzt {date}',
  neverUsed: 'nie benutzt',
  remove: 'Entfernen',
  toConsole: 'Zur Konsole',
  refusedTitle: 'Das kann nicht erlaubt werden',
  signIn: 'Anmelden',
  refusals: {
    unknownApp: 'Diese App ist hier nicht oder nicht mehr registriert. Beginne in der App von vorn.',
    unknownAddress: 'Die App möchte zu einer Adresse zurück, die sie nicht registriert hat.',
    signedOut: 'Du bist nicht mehr angemeldet. Melde dich an, dann wirst du noch einmal gefragt.',
    notAPerson:
      'Du bist mit einem Schlüssel angemeldet. Nur eine Person kann eine App erlauben: Melde dich ab und mit deinem Konto wieder an.',
    noWorkspace: 'Du gehörst zu keinem Arbeitsbereich. Bitte um eine Einladung.',
    notAMember: 'Du gehörst nicht zu diesem Arbeitsbereich.',
    tooMany: 'Zu viele Versuche. Warte eine Minute und versuche es erneut.',
    incomplete: 'Die Anfrage ist unvollständig. Beginne in der App von vorn.',
  },
};
