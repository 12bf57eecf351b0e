import type { Texts } from '../../../text/texts.ts';

export const modelTexts = {
  help: [
    'The models that the server’s provider offers. Prices are in credits per 1,000 tokens.',
    'Was der Modellanbieter des Servers anbietet. Preise sind Credits für 1.000 Tokens.',
    'ما يقدمه مزود النماذج للخادم. الأسعار بالرصيد لكل 1000 رمز.',
  ],
  connect: ['Connect a model server', 'Modellserver anschließen', 'وصل خادم نماذج'],
  models: ['Models', 'Modelle', 'النماذج'],
  model: ['Model', 'Modell', 'النموذج'],
  default: ['Default', 'Standard', 'افتراضي'],
  can: ['Can use', 'Beherrscht', 'يدعم'],
  tools: ['tools', 'Werkzeuge', 'الأدوات'],
  reasoning: ['reasoning', 'Nachdenken', 'التفكير'],
  images: ['images', 'Bilder', 'الصور'],
  read: ['Read', 'Gelesen', 'القراءة'],
  written: ['Written', 'Geschrieben', 'الكتابة'],
} satisfies Texts;
