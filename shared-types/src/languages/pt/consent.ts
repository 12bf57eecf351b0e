import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: 'Permitir {app}?',
  asks: '{app} quer usar o Portico em seu nome, {email}.',
  ableTo: 'O aplicativo poderá:',
  abilities: {
    'agents:execute': 'perguntar aos seus agentes',
    'workflows:execute': 'executar os seus fluxos de trabalho',
    'knowledge-bases:query': 'pesquisar e ler as suas bases de conhecimento',
  },
  workspace: 'Espaço de trabalho',
  returnsTo:
    'Depois você volta para {place}. O aplicativo escolheu o próprio nome e ninguém o verificou: permita apenas se você acabou de iniciar este pedido.',
  allow: 'Permitir',
  deny: 'Recusar',
  apps: 'Aplicativos que você permitiu',
  appsTitle: 'Aplicativos conectados',
  appsText: 'Estes aplicativos usam o Portico em seu nome.',
  noApps: 'Nenhum aplicativo usa o Portico em seu nome.',
  since: '{workspace}, desde {date}',
  lastUsed: 'último uso: {date}',
  neverUsed: 'nunca usado',
  remove: 'Remover',
  toConsole: 'Ir para o console',
  refusedTitle: 'Isto não pode ser permitido',
  signIn: 'Entrar',
  refusals: {
    unknownApp: 'Este aplicativo não está registrado aqui, ou já não está. Comece de novo no aplicativo.',
    unknownAddress: 'O aplicativo quer voltar para um endereço que não registrou.',
    signedOut: 'A sua sessão terminou. Entre e a pergunta será feita de novo.',
    notAPerson: 'Você entrou com uma chave. Só uma pessoa pode permitir um aplicativo: saia e entre com a sua conta.',
    noWorkspace: 'Você não pertence a nenhum espaço de trabalho. Peça um convite.',
    notAMember: 'Você não pertence a este espaço de trabalho.',
    tooMany: 'Tentativas demais. Espere um minuto e tente de novo.',
    incomplete: 'O pedido está incompleto. Comece de novo no aplicativo.',
  },
};
