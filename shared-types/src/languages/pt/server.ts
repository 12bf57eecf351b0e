import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  starting: { title: 'Um momento, por favor', text: 'O servidor está iniciando. Esta página será carregada sozinha.' },
  notFound: {
    title: 'Não há nada aqui.',
    path: 'O endereço pode estar incompleto ou a página foi movida.',
    chat: 'Este chat não existe ou está fechado no momento.',
    file: 'O link expirou ou o arquivo foi removido. Peça um novo link.',
    home: 'Ir para a página inicial',
  },
  nobodyHere: {
    text: 'No momento não há ninguém disponível.',
    leaveAddress: 'Deixe seu e-mail e entraremos em contato.',
    byMail: 'Responderemos por e-mail.',
  },
  dailyLimit: 'Não há mais respostas hoje. Volte amanhã, por favor.',
  mail: {
    subject: '{name} de {title} respondeu a você',
    link: 'Responda na conversa, não a este e-mail:',
    once: 'O link funciona uma vez, durante sete dias.',
  },
};
