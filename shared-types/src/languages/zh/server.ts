import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  starting: { title: '请稍候', text: '服务器正在启动。此页面会自动加载。' },
  notFound: {
    title: '这里什么都没有。',
    path: '地址可能不完整，或页面已移动。',
    chat: '此聊天不存在，或目前已关闭。',
    file: '链接已过期，或文件已被移除。请索取新的链接。',
    home: '前往首页',
  },
  nobodyHere: {
    text: '目前没有人在线。',
    leaveAddress: '请留下您的邮箱地址，我们会尽快回复您。',
    byMail: '我们会通过邮件回复您。',
  },
  dailyLimit: '今天的回答次数已用完，请明天再来。',
  mail: {
    subject: '{title} 的 {name} 回复了您',
    link: '请在对话中回复，不要直接回复此邮件：',
    once: '此链接七天内有效，只能使用一次。',
  },
};
