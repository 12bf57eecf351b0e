import type { Texts } from '../../../text/texts.ts';

export const auditTexts = {
  help: [
    'Every change, who made it and from where. Nobody can alter it; secrets are masked.',
    'Jede Änderung, von wem und von wo. Niemand kann es ändern; Geheimnisse sind verdeckt.',
    'كل تغيير ومن أجراه ومن أين. لا يمكن تعديله؛ والأسرار محجوبة.',
  ],
  log: ['Audit log', 'Protokoll', 'سجل التدقيق'],
  when: ['When', 'Wann', 'متى'],
  who: ['Who', 'Wer', 'من'],
  what: ['What', 'Was', 'ماذا'],
  thing: ['On', 'Woran', 'على'],
  action: ['Action', 'Vorgang', 'الإجراء'],
  anything: ['Everything', 'Alles', 'الكل'],
  nothing: ['Nothing in this period.', 'Nichts in diesem Zeitraum.', 'لا شيء في هذه الفترة.'],
  before: ['Before', 'Vorher', 'قبل'],
  after: ['After', 'Nachher', 'بعد'],
  field: ['Field', 'Feld', 'الحقل'],
  request: ['Request', 'Anfrage', 'الطلب'],
  address: ['IP address', 'IP-Adresse', 'عنوان IP'],
  allBy: ['Everything by {name}', 'Alles von {name}', 'كل ما فعله {name}'],
  allOn: ['Everything on {name}', 'Alles an {name}', 'كل ما جرى على {name}'],
  by: ['By {name}', 'Von {name}', 'بواسطة {name}'],
  on: ['On {name}', 'An {name}', 'على {name}'],
  removeFilter: ['Show all again', 'Wieder alle zeigen', 'إظهار الكل مجددًا'],
  noChanges: ['No fields changed.', 'Keine Felder geändert.', 'لم تتغير حقول.'],
} satisfies Texts;
