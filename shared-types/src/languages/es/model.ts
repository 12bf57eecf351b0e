import type { Texts } from '../en/model.ts';

export const texts: Texts = {
  frames: {
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
  },
  followUp: '¿Y sobre «{}»?',
  handover: {
    asks: /(?:hablar|chatear|comunicar|contactar|pasar|pásame|páseme|transferir|conectar|quiero|quisiera|necesito|puedo)[^.?!]{0,50}(?:human[oa]|persona\b|alguien|agente|asesor|operador|operadora|representante|atención al cliente)|^\W*(?:un (?:humano|agente|asesor|operador)|una persona(?: real)?)\W*(?:por favor)?\W*$/iu,
    answer: 'He pedido que venga una persona. Le responderá aquí.',
  },
};
