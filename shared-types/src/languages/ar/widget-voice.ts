import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: 'جارٍ الاستماع…',
  stop: 'إيقاف الاستماع',
  denied: 'الميكروفون غير مسموح به هنا.',
  failed: 'لم ينجح ذلك. يُرجى الكتابة.',
};
