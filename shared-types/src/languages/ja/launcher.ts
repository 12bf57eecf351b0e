import type { Texts } from '../en/launcher.ts';

export const texts: Texts = ['チャット', '閉じる', 'チャットに接続できません。'];
