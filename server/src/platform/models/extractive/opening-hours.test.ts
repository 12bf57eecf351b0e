import { expect, it } from 'vitest';
import type { Passage } from '../chat-model.ts';
import { ask, buildPassage, readAnswer } from '../testing.ts';
import { ExtractiveModel } from './extractive-model.ts';

const model = new ExtractiveModel({ wordDelayMs: 0 });

const partners = buildPassage(
  'Partners',
  '# Partners\n\nVelo Rent is open daily from 10 am to 8 pm.\n\nThe DPD shop is open Monday to Friday from 8 am to 7 pm.',
  0.6,
);
const about = buildPassage(
  'About',
  'Brooks Cycles repairs bikes. Our workshop is open Tuesday to Saturday, 9 am to 6 pm.',
  0.4,
);

const answer = async (question: string, passages: Passage[]): Promise<string> =>
  (await readAnswer(model, { ...ask(question), passages })).text;

it.each(['What are your opening hours?', 'Opening hours', 'When are you open?', 'Quels sont vos horaires ?'])(
  '%s is answered with the hours of those who answer, and not with those of others',
  async (question) => {
    const text = await answer(question, [partners, about]);
    expect(text).toContain('Our workshop is open Tuesday to Saturday');
    expect(text).not.toMatch(/Velo Rent|DPD/u);
  },
);

it('offers the hours of a partner with a caveat if there are no others, and quotes them if they are asked for', async () => {
  expect(await answer('What are your opening hours?', [partners])).toMatch(/^I am not sure[\s\S]*Velo Rent is open/u);
  expect(await answer('When is Velo Rent open?', [partners, about])).toMatch(/^Here is what I found[\s\S]*Velo Rent/u);
});

it.each(['Hoe laat gaan jullie open?', 'Wanneer zijn jullie dicht?', 'Wat zijn jullie openingstijden?'])(
  'finds the hours for the Dutch question %s',
  async (question) => {
    const hours = 'We zijn open van dinsdag tot en met zaterdag van 9 tot 18 uur. Op maandag zijn we gesloten.';
    expect(await answer(question, [buildPassage('Over', hours, 0.3)])).toContain('> We zijn open van dinsdag');
  },
);

it.each([
  ['Какой у вас режим работы?', 'Мы открыты со вторника по субботу с 9 до 18 часов.'],
  ['Çalışma saatleriniz nedir?', 'Salıdan cumartesiye 9:00 - 18:00 arası açığız.'],
  ['O której zamykacie?', 'Jesteśmy otwarci od wtorku do soboty w godzinach 9–18.'],
  ['你们几点关门？', '周二至周六上午九点到下午六点营业。'],
  ['営業時間は？', '火曜日から土曜日の9時から18時まで営業しています。'],
  ['영업시간이 어떻게 되나요?', '화요일부터 토요일까지 9시부터 18시까지 영업합니다.'],
  ['ما هي ساعات العمل؟', 'نفتح من الأحد إلى الخميس من الساعة 9 صباحا حتى 6 مساء.'],
  ['מה שעות הפתיחה?', 'אנחנו פתוחים בימים ראשון עד חמישי מ-9:00 עד 18:00.'],
  ['Quali sono i vostri orari?', 'Siamo aperti dal martedì al sabato dalle 9 alle 18.'],
  ['A que horas fecham?', 'Estamos abertos de terça a sábado das 9h às 18h.'],
  ['Wann macht ihr zu?', 'Geöffnet: Dienstag bis Samstag, 9 bis 18 Uhr.'],
])('answers %s with: %s', async (question, hours) => {
  expect(await answer(question, [buildPassage('About', hours, 0.3)])).toContain(`> ${hours}`);
});

const bakery = buildPassage(
  'Bakery',
  '# Bakery\n\n## Öffnungszeiten\n- Montag: geschlossen\n- Dienstag bis Freitag: 6:30 – 18:00 Uhr\n' +
    '- Samstag: 6:30 – 13:00 Uhr\n- Sonntag: 8:00 – 11:00 Uhr',
  0.3,
);
const cafe = buildPassage('Café', 'Das Café Rosenrot nebenan verkauft unsere Brote sonntags von 9 bis 17 Uhr.', 0.6);

it.each(['Sonntag?', 'sonntags offen?', 'Habt ihr am Sonntag auf?'])(
  '%s is answered with the day of those who answer, and not with that of a neighbour',
  async (question) => {
    const text = await answer(question, [cafe, bakery]);
    expect(text).toContain('> - Sonntag: 8:00 – 11:00 Uhr');
    expect(text).not.toMatch(/Rosenrot|Dienstag/u);
  },
);

it.each(['Wann habt ihr auf?', 'Öffnungszeiten', 'Bis wann habt ihr heute auf?'])(
  '%s is answered with all days, also with that on which it is closed',
  async (question) => {
    const text = await answer(question, [cafe, bakery]);
    for (const day of ['Montag: geschlossen', 'Dienstag bis Freitag', 'Samstag', 'Sonntag'])
      expect(text).toContain(`> - ${day}`);
  },
);

it('offers the day of a neighbour with a caveat if it is the only one', async () => {
  expect(await answer('Sonntag?', [cafe])).toMatch(/^Ich bin nicht sicher[\s\S]*Rosenrot/u);
});

it('prefers the hours of the house to those of a meal', async () => {
  const hotel = 'A receção abre às 8h e fecha às 22h. O pequeno-almoço é servido das 8h às 10h30.';
  expect(await answer('A que horas fecham?', [buildPassage('Hotel', hotel, 0.3)])).toContain('> A receção abre às 8h');
});

it('recognises Korean words with their endings', async () => {
  const salon = '- 여성 커트: 25,000원\n- 염색: 80,000원부터\n\n학생은 10% 할인됩니다.';
  expect(await answer('학생 할인 있나요', [buildPassage('가격', salon, 0.3)])).toContain('> 학생은 10% 할인됩니다.');
  expect(await answer('염색 얼마예요?', [buildPassage('가격', salon, 0.3)])).toContain('> - 염색: 80,000원부터');
});

it.each([
  ['학생 할인', '학생회관은 5층입니다.'],
  ['수영 얼마예요?', '- 수영복: 30,000원\n- 요가: 20,000원'],
])('does not take another Korean noun for the one that it begins with: %s', async (question, other) => {
  expect(await answer(question, [buildPassage('안내', other, 0.3)])).not.toMatch(/회관|수영복/u);
});

it('recognises a Korean noun with a verb', async () => {
  expect(await answer('단체 할인', [buildPassage('안내', '단체는 평일에 할인됩니다.', 0.3)])).toContain('할인됩니다');
});

it.each([
  [
    'Open on Sunday?',
    buildPassage('Stockists', 'Bootworld Harrogate stocks our boots: a stockist that is open Sunday 8am to 8pm.', 0.6),
  ],
  [
    'вы работаете в воскресенье?',
    buildPassage('Рядом', 'Зоомагазин рядом, наш партнёр, работает в воскресенье с 10:00 до 18:00.', 0.6),
  ],
])('%s is answered with the own day, and not with: %o', async (question, other) => {
  const own = buildPassage('Shop', '| Day | Hours |\n| --- | --- |\n| Sunday / воскресенье | 11:00-16:00 |', 0.3);
  expect(await answer(question, [other, own])).toMatch(/11:00-16:00/u);
  expect(await answer(question, [other, own])).not.toMatch(/Bootworld|Зоомагазин/u);
});

it('quotes all prices of a list if none is named, and else the one', async () => {
  const prices = buildPassage(
    '料金',
    '# 料金\n\n- 体験レッスン：1,000円\n- 月4回コース：8,000円\n- 通い放題：14,000円',
    0.4,
  );
  expect(await answer('料金を教えてください', [prices])).toMatch(/1,000円[\s\S]*8,000円[\s\S]*14,000円/u);
  expect(await answer('体験はいくらですか', [prices])).not.toContain('8,000円');
});

it.each([
  ['Are you open on Christmas Day?', 'We are open every day from 9 am to 6 pm.'],
  ['What are your opening hours on public holidays?', 'Our opening hours are 9 am to 6 pm, Monday to Friday.'],
  ['Habt ihr an Heiligabend offen?', 'Wir haben Montag bis Freitag von 9 bis 18 Uhr offen.'],
  ['La réception est ouverte le 14 juillet ?', 'La réception est ouverte de 7 h à 22 h.'],
  ['¿Abren en Semana Santa?', 'De lunes a viernes abrimos de 9:00 a 20:30.'],
  ['Czy biblioteka jest czynna w Boże Narodzenie?', 'W niedzielę biblioteka jest nieczynna.'],
  ['年末年始は営業していますか？', 'フロントは7時から22時まで営業しています。'],
  ['节假日几点开门？', '我们每天7:00开门，23:00关门。'],
])('declines %s if only the hours of other days are known: %s', async (question, hours) => {
  expect(await answer(question, [buildPassage('Hours', hours, 0.45)])).not.toContain('> ');
});

it.each([
  ['Are you open on Christmas Day?', 'Open Monday to Friday, 9 am to 6 pm. On public holidays we are closed.'],
  ['Habt ihr an Weihnachten offen?', 'Wir haben Montag bis Freitag offen. Vom 24.12. bis 1.1. ist geschlossen.'],
  ['Are you open on Good Friday?', 'We are open Monday to Friday from 9 am. We are closed on public holidays.'],
  ['Öffnungszeiten Silvester', 'Öffnungszeiten: Montag bis Freitag 9–18 Uhr. An Silvester 9–12 Uhr.'],
])('answers %s with the hours of holidays: %s', async (question, hours) => {
  expect(await answer(question, [buildPassage('Hours', hours, 0.45)])).toMatch(/public holidays|24\.12|An Silvester/u);
});

it('quotes the hours of other days after a question for holidays', async () => {
  const hours = 'We are open Monday to Friday, 9 am to 6 pm.';
  const messages = ['Are you open at Christmas?', 'And on Mondays?'].map((content) => ({
    role: 'user' as const,
    content,
  }));
  const { text } = await readAnswer(model, {
    ...ask(''),
    messages,
    passages: [buildPassage('Hours', hours, 0.45)],
  });
  expect(text).toContain('> We are open Monday');
});

it.each([
  ['que horas abrem', 'Estamos abertos de terça a sábado das 9h às 18h.'],
  ['que hora cierran', 'Abierto de martes a sábado de 9:00 a 18:00.'],
])('answers %s, without the preposition, with: %s', async (question, hours) => {
  expect(await answer(question, [buildPassage('About', hours, 0.3)])).toContain(`> ${hours}`);
});

it.each([
  ['When will my Christmas order arrive?', 'Delivery', 'Orders placed before the 20th arrive in time.'],
  ['¿A qué hora es la misa de Navidad?', 'Misas', 'La misa es a las 20:00.'],
  ['When does the Easter camp start?', 'Camps', 'The camp starts at 9:00 on Monday.'],
  ['When does the Christmas market open?', 'Christmas market', 'The market opens at 10 am on Saturdays.'],
])('answers %s, which asks for no hours of a holiday, below %s with: %s', async (question, title, text) => {
  expect(await answer(question, [buildPassage(title, text, 0.3)])).toContain(`> ${text}`);
});
