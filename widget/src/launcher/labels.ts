type Labels = readonly [open: string, dismiss: string];

/** What the closed launcher says. Kept short: the rest of the texts comes with the panel. */
export const launcherLabels: Readonly<Record<string, Labels> & Record<'en', Labels>> = {
  en: ['Open chat', 'Close'],
  de: ['Chat', 'Schließen'],
  es: ['Chat', 'Cerrar'],
  fr: ['Chat', 'Fermer'],
  pt: ['Chat', 'Fechar'],
  ar: ['محادثة', 'إخفاء'],
  he: ['צ׳אט', 'הסתרה'],
  zh: ['聊天', '关闭'],
  ja: ['チャット', '閉じる'],
};
