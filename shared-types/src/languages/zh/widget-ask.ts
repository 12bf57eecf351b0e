import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: '提问或搜索',
  results: '结果',
  ask: '提问“{text}”',
  none: '暂未找到相关内容。按 Enter 键提问。',
  found: '找到 {n} 个段落',
  choose: '选择',
  open: '打开',
  close: '关闭',
  leave: '关闭',
};
