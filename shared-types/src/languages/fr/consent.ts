import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: 'Autoriser {app} ?',
  asks: '{app} souhaite utiliser Portico en votre nom, {email}.',
  ableTo: 'L’application pourra :',
  abilities: {
    'agents:execute': 'interroger vos agents',
    'workflows:execute': 'exécuter vos workflows',
    'knowledge-bases:query': 'rechercher et lire dans vos bases de connaissances',
  },
  workspace: 'Espace de travail',
  returnsTo:
    'Vous reviendrez ensuite à {place}. L’application a choisi son nom elle-même et personne ne l’a vérifié : ne l’autorisez que si vous venez de lancer cette demande vous-même.',
  allow: 'Autoriser',
  deny: 'Refuser',
  apps: 'Applications que vous avez autorisées',
  appsTitle: 'Applications connectées',
  appsText: 'Ces applications utilisent Portico en votre nom.',
  noApps: 'Aucune application n’utilise Portico en votre nom.',
  since: '{workspace}, depuis le {date}',
  lastUsed: 'dernière utilisation : {date}',
  neverUsed: 'jamais utilisée',
  remove: 'Retirer',
  toConsole: 'Aller à la console',
  refusedTitle: 'Impossible d’autoriser cette demande',
  signIn: 'Se connecter',
  refusals: {
    unknownApp: 'Cette application n’est pas, ou plus, enregistrée ici. Recommencez dans l’application.',
    unknownAddress: 'L’application veut revenir à une adresse qu’elle n’a pas enregistrée.',
    signedOut: 'Vous n’êtes plus connecté. Connectez-vous, et la question vous sera posée de nouveau.',
    notAPerson:
      'Vous êtes connecté avec une clé. Seule une personne peut autoriser une application : déconnectez-vous, puis connectez-vous avec votre compte.',
    noWorkspace: 'Vous n’appartenez à aucun espace de travail. Demandez une invitation.',
    notAMember: 'Vous n’appartenez pas à cet espace de travail.',
    tooMany: 'Trop de tentatives. Attendez une minute, puis réessayez.',
    incomplete: 'La demande est incomplète. Recommencez dans l’application.',
  },
};
