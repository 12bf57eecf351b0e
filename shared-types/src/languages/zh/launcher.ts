import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['聊天', '关闭', '无法连接聊天'];
