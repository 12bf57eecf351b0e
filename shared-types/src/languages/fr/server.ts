import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  starting: { title: 'Un instant, s’il vous plaît', text: 'Le serveur démarre. Cette page se chargera toute seule.' },
  notFound: {
    title: 'Il n’y a rien ici.',
    path: 'L’adresse est peut-être incomplète, ou la page a été déplacée.',
    chat: 'Cette discussion n’existe pas, ou elle est fermée pour le moment.',
    file: 'Le lien a expiré, ou le fichier a été supprimé. Demandez un nouveau lien.',
    home: 'Aller à la page d’accueil',
  },
  nobodyHere: {
    text: 'Personne n’est disponible pour le moment.',
    leaveAddress: 'Laissez votre adresse e-mail, nous vous répondrons.',
    byMail: 'Nous vous répondrons par e-mail.',
  },
  dailyLimit: 'Plus de réponses aujourd’hui. Veuillez revenir demain.',
  mail: {
    subject: '{name} de {title} vous a répondu',
    link: 'Répondez dans la conversation, pas à cet e-mail :',
    once: 'Le lien fonctionne une fois, pendant sept jours.',
  },
};
