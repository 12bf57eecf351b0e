import type { Texts } from '../../../text/texts.ts';

/** The problems that the browser finds, by their codes. */
export const faultTexts = {
  required: ['This is required.', 'Das ist eine Pflichtangabe.', 'هذا الحقل مطلوب.'],
  oneNeeded: ['Fill in one of these fields.', 'Fülle eines dieser Felder aus.', 'املأ أحد هذه الحقول.'],
  onlyOne: [
    'Only one of these fields can be set.',
    'Nur eines dieser Felder kann gesetzt sein.',
    'يمكن تحديد حقل واحد فقط من هذه الحقول.',
  ],
  tooSmall: ['Enter at least {detail}.', 'Gib mindestens {detail} ein.', 'أدخل {detail} على الأقل.'],
  tooLarge: ['Enter at most {detail}.', 'Gib höchstens {detail} ein.', 'أدخل {detail} على الأكثر.'],
  openBraces: ['A }} is missing.', 'Ein }} fehlt.', 'ينقص }}.'],
  notObject: [
    'Enter a JSON object, or an expression.',
    'Gib ein JSON-Objekt oder einen Ausdruck ein.',
    'أدخل كائن JSON أو تعبيرًا.',
  ],
  badId: [
    'Use small letters, digits and _, with a letter first.',
    'Nimm Kleinbuchstaben, Ziffern und _, mit einem Buchstaben am Anfang.',
    'استخدم حروفًا لاتينية صغيرة وأرقامًا و_، على أن يكون الأول حرفًا.',
  ],
  doubledId: ['Another node has this id.', 'Ein anderer Knoten hat diese ID.', 'لعقدة أخرى هذا المعرّف.'],
  doubledCase: ['Another case has this name.', 'Ein anderer Fall hat diesen Namen.', 'لحالة أخرى هذا الاسم.'],
  doubledInput: [
    'Another input has this name. This one is not saved.',
    'Eine andere Eingabe hat diesen Namen. Diese wird nicht gespeichert.',
    'لمدخل آخر هذا الاسم. لن يُحفظ هذا المدخل.',
  ],
  unknownTarget: [
    'It leads to “{detail}”, which does not exist.',
    'Es führt zu „{detail}“, das es nicht gibt.',
    'تؤدي إلى «{detail}» غير الموجودة.',
  ],
  unknownBranch: ['It has no branch “{detail}”.', 'Es gibt keinen Zweig „{detail}“.', 'لا يوجد فرع «{detail}».'],
  cycle: [
    'It leads back to itself. Remove one of the connections.',
    'Es führt zu sich selbst zurück. Entferne eine der Verbindungen.',
    'تعود إلى نفسها. أزل أحد الاتصالات.',
  ],
  unknownNode: [
    'There is no node “{detail}” whose results could be used here.',
    'Es gibt keinen Knoten „{detail}“, dessen Ergebnisse hier verwendet werden könnten.',
    'لا توجد عقدة «{detail}» يمكن استخدام نتائجها هنا.',
  ],
  undeclaredInput: [
    'The workflow does not declare an input “{detail}”, so this can be empty. Add it under Settings.',
    'Der Ablauf hat keine Eingabe „{detail}“, deshalb kann das leer bleiben. Füge sie unter „Einstellungen“ hinzu.',
    'لا يعلن سير العمل مدخلًا باسم «{detail}»، لذا قد يبقى هذا فارغًا. أضفه ضمن الإعدادات.',
  ],
} satisfies Texts;
