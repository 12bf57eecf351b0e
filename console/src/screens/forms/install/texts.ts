import type { Texts } from '../../../text/texts.ts';
import { snippetTexts } from '../../../ui/snippet-texts.ts';

export const installTexts = {
  reactHelp: snippetTexts.reactHelp,
  paused: [
    'This form is paused: visitors don’t see it.',
    'Dieses Formular ist pausiert: Gäste sehen es nicht.',
    'هذا النموذج متوقف: لا يراه الزوار.',
  ],
  scriptHelp: [
    'At the place of the page where the form should be. It gets the height that it needs.',
    'An die Stelle der Seite, an der das Formular erscheinen soll. Seine Höhe passt sich an.',
    'في موضع ظهور النموذج من الصفحة. يتكيف ارتفاعه مع محتواه.',
  ],
  iframeHelp: [
    'For pages that allow no scripts. The height is fixed.',
    'Für Seiten, die keine Skripte erlauben. Die Höhe ist fest.',
    'للصفحات التي لا تسمح ببرامج نصية. الارتفاع ثابت.',
  ],
  linkHelp: [
    'The form as a page, to send as a link or print as a code.',
    'Das Formular als Seite, zum Verschicken oder als Code zum Drucken.',
    'النموذج كصفحة، للإرسال أو للطباعة كرمز.',
  ],
  anySite: [
    'Any site may show this form.',
    'Jede Website darf dieses Formular zeigen.',
    'يمكن لأي موقع عرض هذا النموذج.',
  ],
  onlySites: [
    'Only {sites} may show this form.',
    { one: 'Nur {sites} darf dieses Formular zeigen.', other: 'Nur {sites} dürfen dieses Formular zeigen.' },
    'يمكن فقط لـ {sites} عرض هذا النموذج.',
  ],
  chooseSites: ['Choose the sites', 'Websites festlegen', 'حدّد المواقع'],
} satisfies Texts;
