import type { Language } from '@portico/browser-kit/languages';

/** What the widget says about people of the team; `{name}` is a first name. */
export interface PeopleTexts {
  readonly ask: string;
  readonly waiting: string;
  readonly answers: string;
  readonly types: string;
  readonly askEmail: string;
  readonly email: string;
  readonly emailKept: string;
  readonly rate: string;
  readonly scores: readonly [string, string, string, string, string];
  readonly comment: string;
  readonly send: string;
  readonly thanks: string;
}

export const peopleLabels: Readonly<Record<string, PeopleTexts> & Record<Language, PeopleTexts>> = {
  en: {
    ask: 'Talk to a person',
    waiting: 'A person has been asked to join. You can keep writing.',
    answers: '{name} answers you',
    types: '{name} is typing',
    askEmail: 'Leave your e-mail address, and the answer comes there.',
    email: 'E-mail address',
    emailKept: 'Thank you. The answer will come by e-mail.',
    rate: 'How was this conversation?',
    scores: ['Very bad', 'Bad', 'All right', 'Good', 'Very good'],
    comment: 'What could we do better? (optional)',
    send: 'Send',
    thanks: 'Thank you for your rating.',
  },
  de: {
    ask: 'Mit einem Menschen sprechen',
    waiting: 'Ein Mensch wurde dazugerufen. Sie können weiterschreiben.',
    answers: '{name} antwortet Ihnen',
    types: '{name} schreibt',
    askEmail: 'Hinterlassen Sie Ihre E-Mail-Adresse, dann kommt die Antwort dorthin.',
    email: 'E-Mail-Adresse',
    emailKept: 'Danke. Die Antwort kommt per E-Mail.',
    rate: 'Wie war dieses Gespräch?',
    scores: ['Sehr schlecht', 'Schlecht', 'In Ordnung', 'Gut', 'Sehr gut'],
    comment: 'Was können wir besser machen? (freiwillig)',
    send: 'Senden',
    thanks: 'Danke für Ihre Bewertung.',
  },
  es: {
    ask: 'Hablar con una persona',
    waiting: 'Hemos avisado a una persona. Puede seguir escribiendo.',
    answers: 'Le responde {name}',
    types: '{name} está escribiendo',
    askEmail: 'Déjenos su correo electrónico y la respuesta llegará allí.',
    email: 'Correo electrónico',
    emailKept: 'Gracias. La respuesta llegará por correo.',
    rate: '¿Qué tal fue esta conversación?',
    scores: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    comment: '¿Qué podemos mejorar? (opcional)',
    send: 'Enviar',
    thanks: 'Gracias por su valoración.',
  },
  fr: {
    ask: 'Parler à une personne',
    waiting: 'Une personne a été prévenue. Vous pouvez continuer à écrire.',
    answers: '{name} vous répond',
    types: '{name} écrit',
    askEmail: 'Laissez votre adresse e-mail, la réponse y arrivera.',
    email: 'Adresse e-mail',
    emailKept: 'Merci. La réponse arrivera par e-mail.',
    rate: 'Comment s’est passée cette conversation ?',
    scores: ['Très mal', 'Mal', 'Correctement', 'Bien', 'Très bien'],
    comment: 'Que pouvons-nous améliorer ? (facultatif)',
    send: 'Envoyer',
    thanks: 'Merci pour votre évaluation.',
  },
  pt: {
    ask: 'Falar com uma pessoa',
    waiting: 'Uma pessoa foi chamada. Você pode continuar escrevendo.',
    answers: '{name} responde a você',
    types: '{name} está digitando',
    askEmail: 'Deixe seu e-mail e a resposta chegará lá.',
    email: 'E-mail',
    emailKept: 'Obrigado. A resposta chegará por e-mail.',
    rate: 'Como foi esta conversa?',
    scores: ['Muito ruim', 'Ruim', 'Regular', 'Boa', 'Muito boa'],
    comment: 'O que podemos melhorar? (opcional)',
    send: 'Enviar',
    thanks: 'Obrigado pela avaliação.',
  },
  ar: {
    ask: 'التحدث إلى شخص',
    waiting: 'طُلب من أحد الأشخاص الانضمام. يمكنك مواصلة الكتابة.',
    answers: 'يرد عليك {name}',
    types: '{name} يكتب',
    askEmail: 'اترك بريدك الإلكتروني وسيصلك الرد عليه.',
    email: 'البريد الإلكتروني',
    emailKept: 'شكرًا. سيصلك الرد عبر البريد الإلكتروني.',
    rate: 'كيف كانت هذه المحادثة؟',
    scores: ['سيئة جدًا', 'سيئة', 'مقبولة', 'جيدة', 'جيدة جدًا'],
    comment: 'ما الذي يمكننا تحسينه؟ (اختياري)',
    send: 'إرسال',
    thanks: 'شكرًا على تقييمك.',
  },
  he: {
    ask: 'לדבר עם אדם',
    waiting: 'ביקשנו מאדם להצטרף. אפשר להמשיך לכתוב.',
    answers: '{name} עונה לך',
    types: '{name} מקליד/ה',
    askEmail: 'אפשר להשאיר כתובת דוא״ל, והתשובה תגיע אליה.',
    email: 'כתובת דוא״ל',
    emailKept: 'תודה. התשובה תגיע בדוא״ל.',
    rate: 'איך הייתה השיחה?',
    scores: ['גרועה מאוד', 'גרועה', 'סבירה', 'טובה', 'טובה מאוד'],
    comment: 'מה אפשר לשפר? (לא חובה)',
    send: 'שליחה',
    thanks: 'תודה על הדירוג.',
  },
  ja: {
    ask: '担当者と話す',
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
  },
  zh: {
    ask: '联系人工客服',
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
  },
};
