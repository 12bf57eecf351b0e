import type { Language } from '../../lexicon/languages.ts';

/** The built-in model's own texts, around its quotations. `{}` is replaced by a place, or by names of documents. */
export interface Frames {
  readonly found: string;
  readonly closest: string;
  readonly also: string;
  /** A document and one of its sections: `{}` and `{section}`. */
  readonly under: string;
  readonly textSays: string;
  readonly textClosest: string;
  readonly notInText: string;
  readonly none: string;
  readonly noneNear: string;
  readonly noText: string;
  readonly onlyQuotes: string;
  readonly cannotTranslate: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly identity: string;
  readonly offer: string;
  readonly offerNear: string;
  readonly offerText: string;
  readonly and: string;
}

const en: Frames = {
  found: 'Here is what I found in {}:',
  closest: 'I am not sure that this answers it, but the closest I found is in {}:',
  also: 'And in {}:',
  under: '{}, under “{section}”',
  textSays: 'The text says:',
  textClosest: 'The text comes closest to that here:',
  notInText: "I couldn't find that in the text. In short, it says:",
  none: "I couldn't find anything about that in my documents. Could you ask in other words?",
  noneNear:
    "I couldn't find anything about that in my documents. Could you ask in other words, or about something they cover, such as {}?",
  noText: 'There is no text here that I could summarise. Paste it behind your request, or attach it.',
  onlyQuotes:
    "I'm Portico's built-in demo model: I answer by quoting documents, and I was given none that could help here. Paste a text and ask about it, or ask the owner of this page to connect a knowledge base or a language model.",
  cannotTranslate: "I can't translate, as I only quote; this is the gist in the text's own words:",
  greeting: 'Hello! 👋',
  thanks: "You're welcome! Ask away if there is anything else.",
  goodbye: 'Goodbye! Come back whenever you have another question.',
  identity:
    "I'm Portico's built-in demo model. I don't write freely: I look things up and quote the passages that fit, with their sources.",
  offer: "Ask me a question, and I'll look it up in the documents I was given.",
  offerNear: "Ask me a question, and I'll look it up in my documents, such as {}.",
  offerText: 'Paste a text and ask me to summarise it.',
  and: ' and ',
};

const de: Frames = {
  found: 'Das habe ich in {} gefunden:',
  closest: 'Ich bin nicht sicher, ob das die Antwort ist; am nächsten kommt diese Stelle in {}:',
  also: 'Und in {}:',
  under: '{}, unter „{section}“',
  textSays: 'Im Text steht:',
  textClosest: 'Am nächsten kommt dem diese Stelle im Text:',
  notInText: 'Das habe ich im Text nicht gefunden. Kurz gefasst steht darin:',
  none: 'Dazu habe ich in meinen Dokumenten nichts gefunden. Können Sie es anders formulieren?',
  noneNear:
    'Dazu habe ich in meinen Dokumenten nichts gefunden. Können Sie es anders formulieren oder nach etwas fragen, das darin steht, zum Beispiel {}?',
  noText:
    'Hier ist kein Text, den ich zusammenfassen könnte. Fügen Sie ihn hinter Ihrer Bitte ein oder hängen Sie ihn an.',
  onlyQuotes:
    'Ich bin das eingebaute Demomodell von Portico: Ich antworte mit Zitaten aus Dokumenten und habe hier keine, die helfen. Fügen Sie einen Text ein und fragen Sie danach.',
  cannotTranslate: 'Übersetzen kann ich nicht, denn ich zitiere nur; das Wesentliche in den Worten des Textes:',
  greeting: 'Hallo! 👋',
  thanks: 'Gern geschehen! Fragen Sie einfach, wenn noch etwas ist.',
  goodbye: 'Auf Wiedersehen! Kommen Sie gern mit der nächsten Frage wieder.',
  identity:
    'Ich bin das eingebaute Demomodell von Portico. Ich schreibe nicht frei: Ich schlage nach und zitiere die passenden Stellen mit ihren Quellen.',
  offer: 'Stellen Sie mir eine Frage, und ich schlage sie in den Dokumenten nach, die ich bekommen habe.',
  offerNear: 'Stellen Sie mir eine Frage, und ich schlage sie in meinen Dokumenten nach, zum Beispiel in {}.',
  offerText: 'Fügen Sie einen Text ein und bitten Sie mich, ihn zusammenzufassen.',
  and: ' und ',
};

const fr: Frames = {
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
};

const es: Frames = {
  found: 'Esto es lo que encontré en {}:',
  closest: 'No estoy seguro de que esto responda a la pregunta, pero lo más cercano está en {}:',
  also: 'Y en {}:',
  under: '{}, en «{section}»',
  textSays: 'El texto dice:',
  textClosest: 'Lo que más se acerca en el texto es esto:',
  notInText: 'No lo encontré en el texto. En resumen, dice:',
  none: 'No encontré nada sobre eso en mis documentos. ¿Puede preguntarlo con otras palabras?',
  noneNear:
    'No encontré nada sobre eso en mis documentos. ¿Puede preguntarlo con otras palabras, o sobre algo que traten, como {}?',
  noText: 'Aquí no hay ningún texto que pueda resumir. Péguelo después de su petición o adjúntelo.',
  onlyQuotes:
    'Soy el modelo de demostración de Portico: respondo citando documentos y no tengo ninguno que ayude aquí. Pegue un texto y pregunte sobre él.',
  cannotTranslate: 'No puedo traducir, porque solo cito; esto es lo esencial con las palabras del texto:',
  greeting: '¡Hola! 👋',
  thanks: '¡De nada! Pregunte si necesita algo más.',
  goodbye: '¡Hasta luego! Vuelva cuando tenga otra pregunta.',
  identity:
    'Soy el modelo de demostración de Portico. No escribo libremente: busco y cito los pasajes que corresponden, con sus fuentes.',
  offer: 'Hágame una pregunta y la buscaré en los documentos que me dieron.',
  offerNear: 'Hágame una pregunta y la buscaré en mis documentos, como {}.',
  offerText: 'Pegue un texto y pídame que lo resuma.',
  and: ' y ',
};

const pt: Frames = {
  found: 'Isto é o que encontrei em {}:',
  closest: 'Não tenho certeza de que isto responda à pergunta, mas o mais próximo está em {}:',
  also: 'E em {}:',
  under: '{}, em “{section}”',
  textSays: 'O texto diz:',
  textClosest: 'O que mais se aproxima no texto é isto:',
  notInText: 'Não encontrei isso no texto. Em resumo, ele diz:',
  none: 'Não encontrei nada sobre isso nos meus documentos. Você pode perguntar com outras palavras?',
  noneNear:
    'Não encontrei nada sobre isso nos meus documentos. Você pode perguntar com outras palavras, ou sobre algo que eles tratam, como {}?',
  noText: 'Não há nenhum texto aqui que eu possa resumir. Cole-o depois do pedido ou anexe-o.',
  onlyQuotes:
    'Sou o modelo de demonstração do Portico: respondo citando documentos e não tenho nenhum que ajude aqui. Cole um texto e pergunte sobre ele.',
  cannotTranslate: 'Não sei traduzir, pois só cito; isto é o essencial nas palavras do texto:',
  greeting: 'Olá! 👋',
  thanks: 'De nada! Pergunte se precisar de mais alguma coisa.',
  goodbye: 'Até logo! Volte quando tiver outra pergunta.',
  identity:
    'Sou o modelo de demonstração do Portico. Não escrevo livremente: procuro e cito os trechos que servem, com as fontes.',
  offer: 'Faça uma pergunta, e eu a procuro nos documentos que me deram.',
  offerNear: 'Faça uma pergunta, e eu a procuro nos meus documentos, como {}.',
  offerText: 'Cole um texto e peça que eu o resuma.',
  and: ' e ',
};

export const westernFrames: Partial<Record<Language, Frames>> & { readonly en: Frames } = { en, de, fr, es, pt };
