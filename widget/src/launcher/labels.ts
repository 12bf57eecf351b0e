/** What the closed launcher says, as open|dismiss. Kept short: the rest of the texts comes with the panel. */
export const launcherLabels: Readonly<Record<string, string>> = {
  en: 'Open chat|Dismiss',
  de: 'Chat|Ausblenden',
  es: 'Chat|Descartar',
  fr: 'Chat|Ignorer',
  pt: 'Chat|Dispensar',
  ar: 'محادثة|إخفاء',
  he: 'צ׳אט|הסתרה',
  zh: '聊天|关闭',
  ja: 'チャット|閉じる',
};
