import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: '正在聆听…',
  stop: '停止聆听',
  denied: '此处不允许使用麦克风。',
  failed: '未能识别，请改用键盘输入。',
};
