export interface VoiceLabels {
  listening: string;
  stop: string;
  /** The visitor or the page's policy doesn't allow the microphone. */
  denied: string;
  failed: string;
}

/** Texts of dictation, by the interface's language. */
export const voiceLabels: Readonly<Record<string, VoiceLabels>> = {
  en: {
    listening: 'Listening…',
    stop: 'Stop listening',
    denied: 'The microphone isn’t allowed here.',
    failed: 'That didn’t work. Please type instead.',
  },
  de: {
    listening: 'Ich höre zu …',
    stop: 'Zuhören beenden',
    denied: 'Das Mikrofon ist hier nicht erlaubt.',
    failed: 'Das hat nicht geklappt. Bitte schreiben Sie.',
  },
  es: {
    listening: 'Escuchando…',
    stop: 'Dejar de escuchar',
    denied: 'Aquí no se permite el micrófono.',
    failed: 'No ha funcionado. Escribe, por favor.',
  },
  fr: {
    listening: 'J’écoute…',
    stop: 'Arrêter l’écoute',
    denied: 'Le micro n’est pas autorisé ici.',
    failed: 'Cela n’a pas fonctionné. Veuillez écrire.',
  },
  pt: {
    listening: 'Ouvindo…',
    stop: 'Parar de ouvir',
    denied: 'O microfone não é permitido aqui.',
    failed: 'Não funcionou. Escreva, por favor.',
  },
  ar: {
    listening: 'جارٍ الاستماع…',
    stop: 'إيقاف الاستماع',
    denied: 'الميكروفون غير مسموح به هنا.',
    failed: 'لم ينجح ذلك. يُرجى الكتابة.',
  },
  he: {
    listening: 'מקשיבים…',
    stop: 'הפסקת ההקשבה',
    denied: 'המיקרופון אינו מורשה כאן.',
    failed: 'זה לא הצליח. אפשר להקליד.',
  },
  zh: {
    listening: '正在聆听…',
    stop: '停止聆听',
    denied: '此处不允许使用麦克风。',
    failed: '未能识别，请改用键盘输入。',
  },
  ja: {
    listening: '聞いています…',
    stop: '聞き取りを終える',
    denied: 'ここではマイクを使えません。',
    failed: 'うまくいきませんでした。入力してください。',
  },
};
