import type { Texts } from '../en/model.ts';

export const texts: Texts = {
  frames: {
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
  },
  followUp: 'E sobre “{}”?',
  handover: {
    asks: /(?:falar|conversar|contatar|contactar|transferir|passar|ligar|conectar|quero|queria|gostaria|preciso|posso)[^.?!]{0,50}(?:human[oa]|pessoa\b|alguém|atendente|agente|operador|operadora|representante|atendimento)|^\W*(?:um (?:humano|atendente|agente|operador)|uma pessoa(?: real)?|atendente)\W*(?:por favor)?\W*$/iu,
    answer: 'Pedi que uma pessoa viesse. Ela responderá aqui.',
  },
};
