import type { Texts } from '../text/texts.ts';

export const snippetTexts = {
  title: ['Put it on your site', 'Auf deine Website', 'أضف إلى موقعك'],
  help: [
    'Paste it once; later changes here need no new snippet.',
    'Einmal einfügen; spätere Änderungen hier brauchen keinen neuen Code.',
    'ألصقه مرة واحدة؛ لا تحتاج التغييرات اللاحقة رمزًا جديدًا.',
  ],
  local: [
    'The address in it works on this computer only, to try it. On a public site, visitors need a server with a public address.',
    'Die Adresse darin funktioniert nur auf diesem Computer, zum Ausprobieren. Auf einer öffentlichen Website brauchen Gäste einen Server mit öffentlicher Adresse.',
    'العنوان فيه يعمل على هذا الحاسوب فقط، للتجربة. في موقع عام يحتاج الزوار إلى خادم له عنوان عام.',
  ],
  localAbout: ['A public address', 'Eine öffentliche Adresse', 'عنوان عام'],
  script: ['HTML', 'HTML', 'HTML'],
  gtm: ['Tag Manager', 'Tag Manager', 'Tag Manager'],
  wordpress: ['WordPress', 'WordPress', 'WordPress'],
  react: ['React', 'React', 'React'],
  reactHelp: ['React 18 and 19, Next.js too.', 'React 18 und 19, auch Next.js.', 'React 18 و19، وNext.js أيضًا.'],
  iframe: ['Frame', 'Frame', 'إطار'],
  link: ['Link', 'Link', 'رابط'],
} satisfies Texts;
