import { expect, it } from 'vitest';
import { rateOwn, readOwn } from './own-place.ts';

it.each([
  ['What are your opening hours?', 'When are you open?', 'What time do you close?', 'Are you open today?'],
  ['Was sind eure Öffnungszeiten?', 'Wann habt ihr geöffnet?', 'Bis wann habt ihr offen?', 'Öffnungszeiten?'],
  ['Quels sont vos horaires d’ouverture ?', 'À quelle heure fermez-vous ?', 'Quand êtes-vous ouverts ?'],
  ['¿Cuál es su horario?', '¿A qué hora abren?', 'Quali sono i vostri orari?', 'A che ora chiudete?'],
  ['Qual é o vosso horário?', 'A que horas abrem?', 'Wat zijn jullie openingstijden?', 'Hoe laat gaan jullie open?'],
  ['Какой у вас режим работы?', 'До скольки вы работаете?', '你们的营业时间是什么？', '你们几点关门？'],
  ['ما هي ساعات عملكم؟', 'متى تفتحون؟', 'מה שעות הפתיחה שלכם?', 'מתי אתם פותחים?'],
  ['Çalışma saatleriniz nedir?', 'Saat kaçta açıyorsunuz?', 'Jakie macie godziny otwarcia?', 'O której zamykacie?'],
  ['営業時間は？', '何時に開きますか？', '何時まで営業していますか？', '영업시간이 어떻게 되나요?', '몇 시에 닫나요?'],
  ['Wann macht ihr zu?', 'Wann habt ihr auf?', 'Guten Tag, bis wann habt ihr offen?', 'Bom dia, a que horas abrem?'],
  [
    'Good morning, when are you open?',
    'Dzień dobry, kiedy jesteście otwarci?',
    'مواعيد العمل',
    'שעות הפתיחה',
    'график работы',
    '营业时间',
    'Orari di apertura',
  ],
])('asks for the hours of those who answer', (...questions) => {
  expect(questions.map((question) => readOwn(question, true)?.matter)).toEqual(questions.map(() => 'hours'));
});

it.each([
  'When is Velo Rent open?',
  'What are the opening hours of the library?',
  'When do you open my ticket?',
  'Are you open source?',
  'Wann öffnet ihr die Anmeldung?',
  '何時に開始しますか？',
  '何時から開催ですか？',
])('does not take %s for a question for the hours', (question) => {
  expect(readOwn(question, true)).toBeUndefined();
});

it('prefers hours of those who answer to those of partners, neighbours, carriers and deliveries', () => {
  const asked = readOwn('What are your opening hours?', true);
  const rate = (text: string) => asked && rateOwn(asked, text);
  expect(rate('Our workshop is open from 9 to 6.')).toBe('answer');
  expect(rate('Opening hours\nMonday: 9–18')).toBe('answer');
  expect(rate('Partners\nVelo Rent is open daily from 10 am to 8 pm.')).toBe('doubtful');
  expect(rate('The bakery next door opens at 7.')).toBe('doubtful');
  expect(rate('Delivery\nMonday to Friday from 8 to 12.')).toBe('doubtful');
  expect(rate('Teslimat 10:00 - 20:00 arası yapılır.')).toBe('doubtful');
  expect(rate('送货时间为十点到二十点。')).toBe('doubtful');
  expect(rate('The DPD shop is open until 7 pm.')).toBe('doubtful');
  expect(rate('Opening hours of our partners\nDaily from 10 am to 8 pm.')).toBe('doubtful');
  expect(rate('Horaires de livraison\nDu lundi au vendredi de 8 h à 12 h.')).toBe('doubtful');
});

it.each([
  'Visit us\nWe are open Monday to Friday from 9 to 5 and take DHL parcels.',
  'Opening hours and parking\nMonday to Friday: 9–17',
  'Bäder Meier – Ihr Partner für Heizungen\nUnser Laden ist von 9 bis 18 Uhr geöffnet.',
  'Librairie\nLa librairie de livres est ouverte de 9 h à 18 h.',
  'Noi\nSiamo vicino alla stazione, aperti dalle 9 alle 18.',
  'Chi siamo\nIl negozio è vicino al duomo, dalle 9 alle 18.',
])('takes no word beside the hours for those of somebody else: %s', (text) => {
  const asked = readOwn('What are your opening hours?', true);
  expect(asked && rateOwn(asked, text)).toBe('answer');
});
