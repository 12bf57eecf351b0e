import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: '担当者と話す',
  soundOff: '通知音をオフにする',
  soundOn: '通知音をオンにする',
  waiting: '担当者を呼んでいます。続けて入力できます。',
  answers: '{name}が対応しています',
  types: '{name}が入力中です',
  askEmail: 'メールアドレスをお知らせいただければ、そちらへ返信します。',
  email: 'メールアドレス',
  emailKept: 'ありがとうございます。メールで返信します。',
  rate: '今回の会話はいかがでしたか？',
  scores: ['とても悪い', '悪い', '普通', '良い', 'とても良い'],
  comment: '改善できる点をお聞かせください（任意）',
  send: '送信',
  thanks: '評価をありがとうございます。',
  linkRefused: 'このリンクは使えなくなりました。最新のメールにあるリンクを使うか、こちらにご記入ください。',
};
