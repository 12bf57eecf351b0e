import type { Texts } from '../text/texts.ts';

export const previewTexts = {
  preview: ['Preview', 'Vorschau', 'معاينة'],
  desktop: ['On a desktop', 'Am Rechner', 'على الحاسوب'],
  phone: ['On a phone', 'Am Telefon', 'على الهاتف'],
  light: ['Show light', 'Hell zeigen', 'عرض فاتح'],
  dark: ['Show dark', 'Dunkel zeigen', 'عرض داكن'],
  language: ['Language of the preview', 'Sprache der Vorschau', 'لغة المعاينة'],
  ownLanguage: ['Default language', 'Standardsprache', 'اللغة الافتراضية'],
  incomplete: [
    'Shown as soon as the draft is complete.',
    'Wird gezeigt, sobald der Entwurf vollständig ist.',
    'تظهر المسودة فور اكتمالها.',
  ],
  cannotShow: ['The draft can’t be shown.', 'Der Entwurf kann nicht gezeigt werden.', 'تعذّر عرض المسودة.'],
} satisfies Texts;
