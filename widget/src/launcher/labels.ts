/** What the closed launcher says: open, close, dismiss. The rest of the texts comes with the panel. */
export const launcherLabels: Readonly<Record<string, readonly [open: string, close: string, dismiss: string]>> = {
  en: ['Open chat', 'Close chat', 'Dismiss'],
  de: ['Chat öffnen', 'Chat schließen', 'Ausblenden'],
  es: ['Abrir el chat', 'Cerrar el chat', 'Descartar'],
  fr: ['Ouvrir la discussion', 'Fermer la discussion', 'Ignorer'],
  pt: ['Abrir o chat', 'Fechar o chat', 'Dispensar'],
  ar: ['فتح المحادثة', 'إغلاق المحادثة', 'إخفاء'],
  he: ['פתיחת הצ׳אט', 'סגירת הצ׳אט', 'הסתרה'],
  zh: ['打开聊天', '关闭聊天', '关闭提示'],
  ja: ['チャットを開く', 'チャットを閉じる', '閉じる'],
};
