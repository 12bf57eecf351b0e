type Labels = readonly [open: string, dismiss: string, unreachable: string];

/** What the closed launcher says. Kept short: the rest of the texts comes with the panel. */
export const launcherLabels: Readonly<Record<string, Labels> & Record<'en', Labels>> = {
  en: ['Open chat', 'Close', 'Can’t reach the chat. Trying again…'],
  de: ['Chat', 'Schließen', 'Der Chat ist nicht erreichbar. Neuer Versuch…'],
  es: ['Chat', 'Cerrar', 'No se puede abrir el chat. Reintentando…'],
  fr: ['Chat', 'Fermer', 'Chat injoignable. Nouvelle tentative…'],
  pt: ['Chat', 'Fechar', 'Chat indisponível. Tentando de novo…'],
  ar: ['محادثة', 'إخفاء', 'تعذّر الوصول إلى المحادثة. تجري المحاولة مجددًا…'],
  he: ['צ׳אט', 'הסתרה', 'אין חיבור לצ׳אט. מתבצע ניסיון נוסף…'],
  zh: ['聊天', '关闭', '无法连接聊天，正在重试…'],
  ja: ['チャット', '閉じる', 'チャットに接続できません。再試行しています…'],
};
