/** The kind of page that the unknown address would have had. */
export type NotFoundSubject = 'path' | 'chat' | 'file';

type Texts = Readonly<Record<NotFoundSubject | 'title', string>>;

const en: Texts = {
  title: 'There is nothing here.',
  path: 'The address may be incomplete, or the page was moved.',
  chat: 'This chat doesn’t exist, or is closed at the moment.',
  file: 'The link has expired, or the file was removed. Ask for a new link.',
};

/** The page for an unknown address in every language of the front ends. */
export const notFoundTexts: Readonly<Record<string, Texts>> & { readonly en: Texts } = {
  en,
  de: {
    title: 'Hier ist nichts.',
    path: 'Die Adresse ist vielleicht unvollständig, oder die Seite ist umgezogen.',
    chat: 'Diesen Chat gibt es nicht, oder er ist gerade geschlossen.',
    file: 'Der Link ist abgelaufen, oder die Datei wurde entfernt. Bitte um einen neuen Link.',
  },
  es: {
    title: 'Aquí no hay nada.',
    path: 'Puede que la dirección esté incompleta o que la página se haya movido.',
    chat: 'Este chat no existe o está cerrado en este momento.',
    file: 'El enlace ha caducado o el archivo se ha eliminado. Pide un enlace nuevo.',
  },
  fr: {
    title: 'Il n’y a rien ici.',
    path: 'L’adresse est peut-être incomplète, ou la page a été déplacée.',
    chat: 'Ce chat n’existe pas, ou il est fermé pour le moment.',
    file: 'Le lien a expiré, ou le fichier a été supprimé. Demandez un nouveau lien.',
  },
  pt: {
    title: 'Não há nada aqui.',
    path: 'O endereço pode estar incompleto ou a página foi movida.',
    chat: 'Este chat não existe ou está fechado no momento.',
    file: 'O link expirou ou o arquivo foi removido. Peça um novo link.',
  },
  ar: {
    title: 'لا يوجد شيء هنا.',
    path: 'قد يكون العنوان غير مكتمل، أو نُقلت الصفحة.',
    chat: 'هذه المحادثة غير موجودة، أو مغلقة حاليًا.',
    file: 'انتهت صلاحية الرابط، أو أُزيل الملف. اطلب رابطًا جديدًا.',
  },
  he: {
    title: 'אין כאן כלום.',
    path: 'ייתכן שהכתובת חלקית או שהדף הועבר.',
    chat: 'הצ׳אט הזה לא קיים או סגור כרגע.',
    file: 'תוקף הקישור פג או שהקובץ הוסר. אפשר לבקש קישור חדש.',
  },
  zh: {
    title: '这里什么都没有。',
    path: '地址可能不完整，或页面已移动。',
    chat: '此聊天不存在，或目前已关闭。',
    file: '链接已过期，或文件已被移除。请索取新的链接。',
  },
  ja: {
    title: 'ここには何もありません。',
    path: 'アドレスが不完全か、ページが移動した可能性があります。',
    chat: 'このチャットは存在しないか、現在閉じられています。',
    file: 'リンクの期限が切れたか、ファイルが削除されました。新しいリンクを依頼してください。',
  },
};
