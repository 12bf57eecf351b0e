import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  starting: { title: '少々お待ちください', text: 'サーバーを起動しています。このページは自動的に読み込まれます。' },
  notFound: {
    title: 'ここには何もありません。',
    path: 'アドレスが不完全か、ページが移動した可能性があります。',
    chat: 'このチャットは存在しないか、現在閉じられています。',
    file: 'リンクの期限が切れたか、ファイルが削除されました。新しいリンクを依頼してください。',
    home: 'トップページへ',
  },
  nobodyHere: {
    text: '現在、担当者が不在です。',
    leaveAddress: 'メールアドレスをお知らせいただければ、折り返しご連絡します。',
    byMail: 'メールでご返信します。',
  },
  dailyLimit: '本日の回答は終了しました。明日またお越しください。',
  mail: {
    subject: '{title}の{name}から返信があります',
    link: 'このメールに返信せず、会話でご返信ください：',
    once: 'リンクは7日以内に一度だけ使えます。',
  },
};
