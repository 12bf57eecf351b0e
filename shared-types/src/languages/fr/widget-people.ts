import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: 'Parler à une personne',
  soundOff: 'Couper le son',
  soundOn: 'Activer le son',
  waiting: 'Une personne a été prévenue. Vous pouvez continuer à écrire.',
  answers: '{name} vous répond',
  types: '{name} écrit',
  askEmail: 'Laissez votre adresse e-mail, la réponse y arrivera.',
  email: 'Adresse e-mail',
  emailKept: 'Merci. La réponse arrivera par e-mail.',
  rate: 'Comment s’est passée cette conversation ?',
  scores: ['Très mal', 'Mal', 'Correctement', 'Bien', 'Très bien'],
  comment: 'Que pouvons-nous améliorer ? (facultatif)',
  send: 'Envoyer',
  thanks: 'Merci pour votre évaluation.',
  linkRefused: 'Ce lien ne fonctionne plus. Utilisez celui de notre dernier e-mail, ou écrivez-nous ici.',
};
