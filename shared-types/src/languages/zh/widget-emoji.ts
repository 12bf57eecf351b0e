import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = ['表情', '人物', '自然', '食物', '地点', '活动', '物品', '符号'];
