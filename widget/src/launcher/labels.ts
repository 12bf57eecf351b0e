/** What the closed launcher says, as open|dismiss. Kept short: the rest of the texts comes with the panel. */
export const launcherLabels: Readonly<Record<string, string>> = {
  en: 'Open chat|Close',
  de: 'Chat|Schließen',
  es: 'Chat|Cerrar',
  fr: 'Chat|Fermer',
  pt: 'Chat|Fechar',
  ar: 'محادثة|إخفاء',
  he: 'צ׳אט|הסתרה',
  zh: '聊天|关闭',
  ja: 'チャット|閉じる',
};
