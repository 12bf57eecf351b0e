import type { Texts } from '../../../text/texts.ts';

export const coverTexts = {
  cover: ['Cover', 'Titelbild', 'الغلاف'],
  coverHelp: [
    'Above the form. Buttons and links have its colour.',
    'Über dem Formular. Knöpfe und Links haben seine Farbe.',
    'أعلى النموذج. تأخذ الأزرار والروابط لونه.',
  ],
  none: ['None', 'Keines', 'بلا غلاف'],
  stock: ['A picture of Portico', 'Ein Bild von Portico', 'صورة من Portico'],
  image: ['Your picture', 'Eigenes Bild', 'صورتك'],
  color: ['A colour', 'Eine Farbe', 'لون'],
  picture: ['Picture', 'Bild', 'الصورة'],
  colour: ['Colour', 'Farbe', 'اللون'],
  address: ['Address of the picture', 'Adresse des Bildes', 'عنوان الصورة'],
  arches: ['Arches', 'Bögen', 'أقواس'],
  aurora: ['Aurora', 'Polarlicht', 'شفق قطبي'],
  dunes: ['Dunes', 'Dünen', 'كثبان'],
  meadow: ['Meadow', 'Wiese', 'مرج'],
  paper: ['Paper', 'Papier', 'ورق'],
  tide: ['Tide', 'Gezeiten', 'مدّ'],
} satisfies Texts;
