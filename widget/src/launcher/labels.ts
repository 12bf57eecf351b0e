/** What the closed launcher says: open, dismiss. The rest of the texts comes with the panel. */
export const launcherLabels: Readonly<Record<string, readonly [open: string, dismiss: string]>> = {
  en: ['Open chat', 'Dismiss'],
  de: ['Chat öffnen', 'Ausblenden'],
  es: ['Abrir el chat', 'Descartar'],
  fr: ['Ouvrir la discussion', 'Ignorer'],
  pt: ['Abrir o chat', 'Dispensar'],
  ar: ['فتح المحادثة', 'إخفاء'],
  he: ['פתיחת הצ׳אט', 'הסתרה'],
  zh: ['打开聊天', '关闭提示'],
  ja: ['チャットを開く', '閉じる'],
};
