import type { Texts } from '../../../text/texts.ts';
import { snippetTexts } from '../../../ui/snippet-texts.ts';

export const installTexts = {
  reactHelp: snippetTexts.reactHelp,
  scriptHelp: [
    'Before </body> on every page that should have the chat.',
    'Vor </body> auf jeder Seite, die den Chat haben soll.',
    'قبل </body> في كل صفحة تريد الدردشة فيها.',
  ],
  gtmHelp: [
    'A tag of type “Custom HTML”, triggered on all pages.',
    'Ein Tag vom Typ „Benutzerdefiniertes HTML“, ausgelöst auf allen Seiten.',
    'وسم من نوع «HTML مخصص» يعمل في كل الصفحات.',
  ],
  wordpressHelp: [
    'In functions.php of a child theme, or with a plugin for snippets.',
    'In functions.php eines Child-Themes oder mit einem Snippet-Plugin.',
    'في functions.php لقالب فرعي، أو بإضافة للمقتطفات.',
  ],
  iframeHelp: ['A fixed place within a page.', 'Ein eigener Platz auf einer Seite.', 'مكان خاص داخل صفحة.'],
  linkHelp: [
    'The chat as a page, to send as a link or print as a code.',
    'Der Chat als Seite, zum Verschicken oder als Code zum Drucken.',
    'الدردشة كصفحة، للإرسال أو للطباعة كرمز.',
  ],
  checks: ['Before it goes live', 'Bevor er live geht', 'قبل النشر'],
  checksHelp: ['Checked again every few seconds.', 'Wird alle paar Sekunden neu geprüft.', 'يُعاد الفحص كل بضع ثوانٍ.'],
  inOrder: ['in order', 'in Ordnung', 'سليم'],
  open: ['needs attention', 'braucht Aufmerksamkeit', 'يحتاج انتباهًا'],
  putInOrder: ['Go there', 'Dorthin', 'اذهب إليه'],
  status: ['Not paused', 'Nicht pausiert', 'غير موقوفة'],
  agent: ['Agent', 'Agent', 'الوكيل'],
  knowledge: ['Knowledge', 'Wissen', 'المعرفة'],
  caps: ['Today’s limits', 'Heutige Grenzen', 'حدود اليوم'],
  origins: ['Your sites', 'Deine Websites', 'مواقعك'],
  domains: ['Domains', 'Domains', 'النطاقات'],
  mail: ['E-mail', 'E-Mail', 'البريد'],
  sites: ['Seen on', 'Gesehen auf', 'شوهدت في'],
} satisfies Texts;
