import type { Texts } from '../en/model.ts';

export const texts: Texts = {
  frames: {
    found: 'Voici ce que j’ai trouvé dans {} :',
    closest: 'Je ne suis pas sûr que cela réponde à la question ; le passage le plus proche est dans {} :',
    also: 'Et dans {} :',
    under: '{}, sous « {section} »',
    textSays: 'Le texte dit :',
    textClosest: 'Le passage du texte qui s’en approche le plus :',
    notInText: 'Je n’ai pas trouvé cela dans le texte. En bref, il dit :',
    none: 'Je n’ai rien trouvé à ce sujet dans mes documents. Pouvez-vous poser la question autrement ?',
    noneNear:
      'Je n’ai rien trouvé à ce sujet dans mes documents. Pouvez-vous poser la question autrement, ou sur un sujet qu’ils traitent, par exemple {} ?',
    noText: 'Il n’y a pas de texte à résumer ici. Collez-le après votre demande, ou joignez-le.',
    onlyQuotes:
      'Je suis le modèle de démonstration de Portico : je réponds en citant des documents, et je n’en ai pas qui puissent aider ici. Collez un texte et posez une question à son sujet.',
    cannotTranslate: 'Je ne sais pas traduire, je ne fais que citer ; voici l’essentiel avec les mots du texte :',
    greeting: 'Bonjour ! 👋',
    thanks: 'Je vous en prie ! N’hésitez pas si vous avez une autre question.',
    goodbye: 'Au revoir ! Revenez quand vous avez une autre question.',
    identity:
      'Je suis le modèle de démonstration de Portico. Je n’écris pas librement : je cherche et je cite les passages qui conviennent, avec leurs sources.',
    offer: 'Posez-moi une question, et je la chercherai dans les documents que l’on m’a donnés.',
    offerNear: 'Posez-moi une question, et je la chercherai dans mes documents, par exemple {}.',
    offerText: 'Collez un texte et demandez-moi de le résumer.',
    and: ' et ',
  },
  followUp: 'Et à propos de « {} » ?',
  handover: {
    asks: /(?:parler|discuter|échanger|joindre|contacter|passer|transférer|mettre en (?:contact|relation)|veux|voudrais|souhaite|besoin)[^.?!]{0,50}(?:humain|personne\b|quelqu[’']un|conseiller|conseillère|agent\b|opérateur|opératrice|service client|vrai[e]? )|^\W*(?:un (?:humain|conseiller|agent)|une (?:vraie )?personne|conseiller)\W*(?:s[’']il (?:vous|te) pla[iî]t)?\W*$/iu,
    answer: 'J’ai demandé à une personne de vous rejoindre. La réponse arrivera ici.',
  },
};
