import { foldWord, readWords } from '../models/text/words.ts';
import { hasKind } from './answer-kinds.ts';

/** "Wo kann ich euch denn finden?" */
const germanEnding = '(?: denn| genau| eigentlich| finden| zu finden)*';

/** How people ask for the place of those who answer; `they` by forms that also mean others. Folded, without marks. */
const questions: readonly { address: string; you: RegExp; they?: RegExp }[] = [
  {
    address: 'address',
    you: phrase(
      'where (?:exactly )?(?:are you(?: guys)?(?: at| based| located| situated)?|(?:can|do) (?:i|we|one) find you)(?: exactly)?',
    ),
  },
  {
    address: 'Adresse',
    you: phrase(
      'wo (?:genau )?(?:(?:seid|liegt) ihr|(?:findet man|(?:finde|kann) ich|(?:finden|konnen) wir) euch)',
      germanEnding,
    ),
    they: phrase(
      'wo (?:genau )?(?:(?:sind|liegen)|findet man|(?:finde|kann) ich|(?:finden|konnen) wir) sie',
      germanEnding,
    ),
  },
  {
    address: 'adresse',
    you: phrase(
      'ou (?:(?:etes|vous trouvez) vous|(?:est ce que )?vous (?:etes|vous trouvez)|(?:(?:puis je|peut on|pouvons nous) )?vous trouver)(?: situes?| exactement)?',
    ),
  },
  {
    address: 'dirección',
    you: phrase('donde (?:estais|os encontrais|os (?:encuentro|encontramos)|(?:estan|se encuentran) ustedes)'),
    they: phrase('donde (?:estan|se encuentran)'),
  },
  {
    address: 'indirizzo',
    you: phrase('dove (?:siete|vi (?:trovate|trovo|troviamo)|(?:posso |possiamo )?trovarvi)(?: situati| esattamente)?'),
  },
  {
    address: 'endereço',
    you: phrase('onde (?:e que )?(?:voces (?:estao|ficam|se encontram)|(?:estao|ficam) voces|vos encontro)'),
    they: phrase('onde (?:estao|ficam|se encontram)'),
  },
  {
    address: 'adres',
    you: phrase(
      'waar (?:(?:zijn|zitten) jullie|(?:bent|zit) u|(?:vind|kan) ik (?:jullie|u)|(?:vinden|kunnen) (?:wij|we) (?:jullie|u))(?: vinden| te vinden| gevestigd| precies)?',
    ),
  },
  { address: 'адрес', you: phrase('где (?:же )?вы(?: находитесь)?') },
  { address: '地址', you: phrase('(?:你们|您) ?在 ?(?:哪里|哪儿)') },
];

function phrase(expression: string, ending = ''): RegExp {
  return new RegExp(
    `^(?:(?:hi|hello|hallo|bonjour|hola|ciao|ola|and|und|et|y|e|en) )?(?:${expression})${ending}$`,
    'u',
  );
}

/**
 * The word for an address, in the language of a question that asks only for the place of those who answer, such as "Where
 * are you?": none of its words is about anything that a text may mention. Undefined for another question, such as "Where
 * are you from?".
 */
export function nameOwnPlace(question: string, isFirst: boolean): string | undefined {
  if (question.length > 100) return undefined;
  const asked = readWords(question).map(foldWord).join(' ');
  return questions.find(({ you, they }) => you.test(asked) || (isFirst && they?.test(asked) === true))?.address;
}

/** Words by which an address is that of a delivery, a sender or the makers of a page, in the languages of the questions. */
const others =
  /(?<!\p{L})(?:deliver|shipp?ing|billing|invoice|returns|design(?:ed)?(?: and code|:| by)|hosting|liefer|versand|rechnung|r[uü]cksend|retour|gestaltung|umsetzung|livraison|factur|conception|env[ií]o|devoluci|diseño|consegna|spedizion|fattur|entrega|fatura|devoluç|bezorg|verzend|ontwerp)/iu;

/** Whether a text has the address of a house, and doesn't say that somebody else is there than those who answer. */
export function hasOwnAddress(text: string): boolean {
  return hasKind('address', text) && !others.test(text);
}
