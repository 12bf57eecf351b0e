import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: '{app} を許可しますか？',
  asks: '{app} が、あなた（{email}）に代わって Portico を使おうとしています。',
  ableTo: '許可すると、次のことができます：',
  abilities: {
    'agents:execute': 'エージェントへの質問',
    'workflows:execute': 'ワークフローの実行',
    'knowledge-bases:query': 'ナレッジベースの検索と閲覧',
  },
  workspace: 'ワークスペース',
  returnsTo:
    'その後 {place} に戻ります。名前はアプリが自分で付けたもので、確認されていません。ご自分で今この操作を始めた場合にだけ許可してください。',
  allow: '許可',
  deny: '拒否',
  apps: '許可したアプリ',
  appsTitle: '連携中のアプリ',
  appsText: '次のアプリがあなたに代わって Portico を使っています。',
  noApps: 'あなたに代わって Portico を使うアプリはありません。',
  since: '{workspace}、{date} から',
  lastUsed: '最終使用：{date}',
  neverUsed: '未使用',
  remove: '削除',
  toConsole: 'コンソールへ',
  refusedTitle: 'これは許可できません',
  signIn: 'ログイン',
  refusals: {
    unknownApp: 'このアプリはここに登録されていないか、登録が取り消されています。アプリからやり直してください。',
    unknownAddress: 'アプリが、登録していないアドレスに戻ろうとしています。',
    signedOut: 'ログインの有効期限が切れました。ログインすると、もう一度確認します。',
    notAPerson:
      'キーでログインしています。アプリを許可できるのは個人だけです。ログアウトして、ご自分のアカウントでログインしてください。',
    noWorkspace: 'どのワークスペースにも所属していません。招待を依頼してください。',
    notAMember: 'このワークスペースには所属していません。',
    tooMany: '試行回数が多すぎます。1 分待ってから、もう一度お試しください。',
    incomplete: 'リクエストが不完全です。アプリからやり直してください。',
  },
};
