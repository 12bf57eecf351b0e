import { fillFrame, listNames } from './choose-frames.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';
import { respell } from '../../respell.ts';
import { splitWords } from '../text/words.ts';

const greetings = new Set(
  `hello hi hey hiya howdy greetings yo morning afternoon evening welcome hallo moin servus tag guten bonjour salut bonsoir
  hola buenos buenas ciao salve buongiorno buonasera ola oi bom boa hej hei god привет здравствуйте 你好 您好 こんにちは 안녕하세요
  안녕 dzien witam selam مرحبا سلام السلام اهلا שלום नमस्ते merhaba czesc gunaydin hoi goedemorgen goedemiddag こんばんは おはよう`.split(
    /\s+/u,
  ),
);
const thanks = new Set(
  'thanks thank thx ty cheers danke merci gracias grazie obrigado obrigada bedankt dank tack takk tak kiitos dziekuje dziekujemy dzieki tesekkurler tesekkur sagol sagolun спасибо شكرا תודה 谢谢 ありがとう 감사합니다 고맙습니다'.split(
    ' ',
  ),
);
const goodbyes = new Set(
  'bye goodbye ciao tschuss tschuess wiedersehen adios arrivederci tchau doei revoir later farewell пока widzenia gorusuruz hosca السلامه さようなら 再见'.split(
    ' ',
  ),
);
const fillers = new Set(
  `good there you so much very everyone everybody all again dear team and a the day how are is it going doing what's up today
  for your help that was great ok okay perfect super lot lots many see bot assistant au
  und y e et مع morgen vielen schon schonen sehr dir ihnen auf bis bald noch abend fur die hilfe beaucoup bien pour votre aide bonne journee soiree
  muchas muchisimas mil por su ayuda dias tardes noches muito dia tarde noite pela ajuda mille per je wel u hartelijk
  dobry do bardzo za pomoc cok ederim ederiz kal kalin
  عليكم جزيلا لك لكم صباح مساء الخير كثيرا どうも ご ざ い ます`.split(/\s+/u),
);

export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'identity';

/** The kind of small talk if the message is nothing else; null if it asks or states something. */
export function findSmallTalk(text: string): SmallTalk | null {
  const asked = text.trim().toLowerCase();
  if (
    /^(?:(?:so |and |ok |hi |hello )*(?:who|what) are you|what can you do|what do you do|how can you help(?: me)?|are you (?:a bot|an ai|human|real)|help)\W*$/u.test(
      asked,
    )
  )
    return 'identity';
  const words = splitWords(text).map(respell);
  if (words.length === 0 || words.length > 7) return null;
  const kinds = [
    ['thanks', thanks],
    ['greeting', greetings],
    ['goodbye', goodbyes],
  ] as const;
  if (!words.every((word) => fillers.has(word) || kinds.some(([, set]) => set.has(word)))) return null;
  return kinds.find(([, set]) => words.some((word) => set.has(word)))?.[0] ?? null;
}

/** The reply to small talk. `documents` are names of the model's documents; null if it was given none. */
export function answerSmallTalk(kind: SmallTalk, documents: string[] | null, frames: Frames): string {
  if (kind === 'thanks') return frames.thanks;
  if (kind === 'goodbye') return frames.goodbye;
  const offer =
    documents === null
      ? frames.offerText
      : documents.length === 0
        ? frames.offer
        : fillFrame(frames.offerNear, listNames(documents, frames));
  return `${kind === 'greeting' ? frames.greeting : frames.identity} ${offer}`;
}
