type Labels = readonly [open: string, dismiss: string, unreachable: string];

/** Texts of the closed launcher. Kept short: the other texts are loaded with the panel. */
export const launcherLabels: Readonly<Record<string, Labels> & Record<'en', Labels>> = {
  en: ['Open chat', 'Close', 'Can’t reach the chat. Trying again…'],
  de: ['Chat', 'Schließen', 'Der Chat ist nicht erreichbar.'],
  es: ['Chat', 'Cerrar', 'No se puede abrir el chat.'],
  fr: ['Chat', 'Fermer', 'Chat injoignable.'],
  pt: ['Chat', 'Fechar', 'Chat indisponível.'],
  ar: ['محادثة', 'إخفاء', 'تعذّر الوصول إلى المحادثة.'],
  he: ['צ׳אט', 'הסתרה', 'אין חיבור לצ׳אט.'],
  zh: ['聊天', '关闭', '无法连接聊天'],
  ja: ['チャット', '閉じる', 'チャットに接続できません。'],
};
