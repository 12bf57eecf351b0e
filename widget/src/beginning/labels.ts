import type { Language } from '@portico/browser-kit/languages';

/** Texts of the form before the chat: its heading and its button. */
export const labels: Readonly<Record<Language, readonly [heading: string, begin: string]>> = {
  en: ['Before we start', 'Start the chat'],
  de: ['Bevor es losgeht', 'Chat beginnen'],
  es: ['Antes de empezar', 'Empezar el chat'],
  fr: ['Avant de commencer', 'Démarrer la discussion'],
  pt: ['Antes de começar', 'Iniciar a conversa'],
  ar: ['قبل أن نبدأ', 'ابدأ المحادثة'],
  he: ['לפני שמתחילים', 'התחלת הצ׳אט'],
  zh: ['开始之前', '开始聊天'],
  ja: ['はじめる前に', 'チャットを始める'],
};
