import type { Texts } from '../../text/texts.ts';

export const homeTexts = {
  title: ['Home', 'Start', 'الرئيسية'],
  welcome: ['Welcome, {name}', 'Willkommen, {name}', 'أهلًا، {name}'],
  purpose: [
    'What runs in {workspace}, and what needs you.',
    'Was in {workspace} läuft und was dich braucht.',
    'ما يعمل في {workspace} وما يحتاج إليك.',
  ],
  agents: ['Agents', 'Agenten', 'الوكلاء'],
  knowledge: ['Knowledge bases', 'Wissensbasen', 'قواعد المعرفة'],
  chats: ['Chat interfaces', 'Chats', 'واجهات الدردشة'],
  forms: ['Forms', 'Formulare', 'النماذج'],
} satisfies Texts;
