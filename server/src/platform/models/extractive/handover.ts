import { randomUUID } from 'node:crypto';
import type { ToolCall } from '@portico/shared-types';
import type { ChatTool } from '../chat-model.ts';

/** Phrases of people who want to talk to a person, and the replies; the phrase decides the language. */
interface Wish {
  readonly asks: RegExp;
  readonly answer: string;
}

const toolName = 'request_handover';
const maxLength = 200;

// Each asks for somebody ("a person", "your support") together with a wish ("talk to", "I want", "connect me").
const wishes: readonly Wish[] = [
  {
    asks: /\b(?:talk|speak|chat|connect|transfer|hand|put|get|switch|want|need|like|have|reach|contact)\b[^.?!]{0,40}\b(?:(?:a|an|some|any|real|live|actual|another) ?(?:human|person|people|agent|operator|representative|someone|somebody|employee|colleague)|human(?: being)?s?|live agent|support agent|customer (?:service|support)|representative|operator|real person|someone (?:real|from|in|at)|somebody (?:real|from|in|at)|your (?:team|staff|support))\b|^\W*(?:(?:a )?(?:human|real person|live agent|agent|operator|representative))(?:,? please)?\W*$/iu,
    answer: 'I have asked a person to join. They will answer you here.',
  },
  {
    asks: /(?:sprechen|reden|verbind|weiterleit|chatten|schreiben|möchte|will|brauche|hätte|kann|holen|kontakt)[^.?!]{0,50}(?:mensch|mitarbeiter|person\b|personal\b|berater|kollege|kollegin|kundendienst|kundenservice|support\b)|(?:mensch|mitarbeiter|berater|kundendienst|kundenservice|person\b|support\b)[^.?!]{0,40}(?:sprechen|reden|verbinden|verbunden|chatten|schreiben|kontaktieren|bitte)|^\W*(?:(?:einen? )?(?:mensch(?:en)?|mitarbeiter(?:in)?|berater(?:in)?))\W*$/iu,
    answer: 'Ich habe einen Menschen dazugerufen. Die Antwort kommt hier.',
  },
  {
    asks: /(?:parler|discuter|échanger|joindre|contacter|passer|transférer|mettre en (?:contact|relation)|veux|voudrais|souhaite|besoin)[^.?!]{0,50}(?:humain|personne\b|quelqu[’']un|conseiller|conseillère|agent\b|opérateur|opératrice|service client|vrai[e]? )|^\W*(?:un (?:humain|conseiller|agent)|une (?:vraie )?personne|conseiller)\W*(?:s[’']il (?:vous|te) pla[iî]t)?\W*$/iu,
    answer: 'J’ai demandé à une personne de vous rejoindre. La réponse arrivera ici.',
  },
  {
    asks: /(?:hablar|chatear|comunicar|contactar|pasar|pásame|páseme|transferir|conectar|quiero|quisiera|necesito|puedo)[^.?!]{0,50}(?:human[oa]|persona\b|alguien|agente|asesor|operador|operadora|representante|atención al cliente)|^\W*(?:un (?:humano|agente|asesor|operador)|una persona(?: real)?)\W*(?:por favor)?\W*$/iu,
    answer: 'He pedido que venga una persona. Le responderá aquí.',
  },
  {
    asks: /(?:falar|conversar|contatar|contactar|transferir|passar|ligar|conectar|quero|queria|gostaria|preciso|posso)[^.?!]{0,50}(?:human[oa]|pessoa\b|alguém|atendente|agente|operador|operadora|representante|atendimento)|^\W*(?:um (?:humano|atendente|agente|operador)|uma pessoa(?: real)?|atendente)\W*(?:por favor)?\W*$/iu,
    answer: 'Pedi que uma pessoa viesse. Ela responderá aqui.',
  },
  {
    asks: /(?:人間|担当者|オペレータ|スタッフ|係の(?:人|方)|有人|サポートの(?:人|方))[^。？！]{0,20}(?:話|つな|繋|代わ|替わ|お願い|チャット|連絡|呼|相談|対応|いますか)|(?:人|誰か)(?:と|に)(?:直接)?(?:話|つな|繋|代わ|相談)/u,
    answer: '担当者を呼びました。こちらで返信いたします。',
  },
  {
    asks: /(?:转|找|要|想|请|联系|接|跟|和|与)[^。？！]{0,15}(?:人工|真人|客服|工作人员|专员|人说话|人聊|人谈)|^[\s\p{P}]*(?:人工|人工客服|转人工|真人)[\s\p{P}]*$/u,
    answer: '我已请工作人员加入，他们会在这里回复您。',
  },
  {
    asks: /(?:أتحدث|اتحدث|التحدث|أتكلم|اتكلم|التكلم|أكلم|اكلم|تحويلي|حولني|حوّلني|أريد|اريد|أحتاج|احتاج|التواصل|أتواصل)[^.؟!]{0,50}(?:شخص|إنسان|انسان|موظف|موظّف|بشري|ممثل|خدمة العملاء|الدعم|أحد)/u,
    answer: 'طلبت من أحد الأشخاص الانضمام، وسيرد عليك هنا.',
  },
  {
    asks: /(?:לדבר|לשוחח|להתכתב|תעביר|להעביר|לחבר|חבר אותי|רוצה|צריך|צריכה|אפשר|מבקש|מבקשת)[^.?!]{0,50}(?:אדם|בן אדם|אנושי|נציג|נציגה|מישהו|מישהי|שירות הלקוחות|התמיכה)|^\W*(?:נציג|נציגה|בן אדם)\W*(?:בבקשה)?\W*$/u,
    answer: 'ביקשתי מאדם להצטרף. התשובה תגיע לכאן.',
  },
];

/**
 * The tool call by which the model asks for a person; undefined if the user doesn't want one, or no such tool is
 * offered.
 */
export function callPerson(prompt: string, tools: readonly ChatTool[]): ToolCall | undefined {
  if (!tools.some(({ name }) => name === toolName) || findWish(prompt) === undefined) return undefined;
  const text = prompt.trim();
  const id = `call_${randomUUID().replaceAll('-', '')}`;
  return { id, name: toolName, arguments: { reason: text, summary: text } };
}

/** The reply after a person has been requested; undefined if the message was about something else. */
export function announcePerson(prompt: string, calledTools: readonly string[]): string | undefined {
  return calledTools.includes(toolName) ? (findWish(prompt) ?? wishes[0])?.answer : undefined;
}

function findWish(prompt: string): Wish | undefined {
  const text = prompt.trim();
  if (text.length === 0 || text.length > maxLength) return undefined;
  return wishes.find(({ asks }) => asks.test(text));
}
