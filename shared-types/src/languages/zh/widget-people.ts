import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: '联系人工客服',
  soundOff: '关闭提示音',
  soundOn: '开启提示音',
  waiting: '已通知工作人员，您可以继续输入。',
  answers: '{name} 正在为您服务',
  types: '{name} 正在输入',
  askEmail: '请留下您的邮箱，我们会回复到那里。',
  email: '邮箱地址',
  emailKept: '谢谢，我们会通过邮件回复您。',
  rate: '您对这次对话满意吗？',
  scores: ['非常不满意', '不满意', '一般', '满意', '非常满意'],
  comment: '我们还能改进什么？（选填）',
  send: '提交',
  thanks: '感谢您的评价。',
  linkRefused: '此链接已失效。请使用我们最新邮件中的链接，或在此给我们留言。',
};
