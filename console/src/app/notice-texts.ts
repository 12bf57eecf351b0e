import type { Texts } from '../text/texts.ts';

export const noticeTexts = {
  areOn: ['Notices are on', 'Hinweise sind eingeschaltet', 'التنبيهات مفعّلة'],
  cannotShow: [
    'This browser cannot show notices of this site. On a computer, it can.',
    'Dieser Browser kann keine Hinweise dieser Website zeigen. An einem Computer geht es.',
    'لا يستطيع هذا المتصفح إظهار تنبيهات هذا الموقع. على الحاسوب يمكن ذلك.',
  ],
} satisfies Texts;
