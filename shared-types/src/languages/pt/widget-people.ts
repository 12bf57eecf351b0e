import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: 'Falar com uma pessoa',
  soundOff: 'Desativar sons',
  soundOn: 'Ativar sons',
  waiting: 'Uma pessoa foi chamada. Você pode continuar escrevendo.',
  answers: '{name} responde a você',
  types: '{name} está digitando',
  askEmail: 'Deixe seu e-mail e a resposta chegará lá.',
  email: 'E-mail',
  emailKept: 'Obrigado. A resposta chegará por e-mail.',
  rate: 'Como foi esta conversa?',
  scores: ['Muito ruim', 'Ruim', 'Regular', 'Boa', 'Muito boa'],
  comment: 'O que podemos melhorar? (opcional)',
  send: 'Enviar',
  thanks: 'Obrigado pela avaliação.',
  linkRefused: 'Este link não funciona mais. Use o do nosso e-mail mais recente ou escreva para nós aqui.',
};
