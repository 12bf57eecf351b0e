import type { Texts } from '../en/widget-ask.ts';

export const texts: Texts = {
  field: '質問または検索',
  results: '検索結果',
  ask: '「{text}」と質問する',
  none: '該当する箇所はまだ見つかりません。Enterキーで質問できます。',
  found: '{n}件見つかりました',
  choose: '選択',
  open: '開く',
  close: '閉じる',
  leave: '閉じる',
};
