import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: '聞いています…',
  stop: '聞き取りを終える',
  denied: 'ここではマイクを使えません。',
  failed: 'うまくいきませんでした。入力してください。',
};
