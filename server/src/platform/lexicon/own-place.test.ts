import { expect, it } from 'vitest';
import { type AskedOwn, rateOwn, readOwn } from './own-place.ts';

const read = (question: string): AskedOwn => {
  const asked = readOwn(question, true);
  if (asked === undefined) throw new Error(`"${question}" asks for something else`);
  return asked;
};

it.each([
  ['What is your address?', 'Address: Unit 7, Dockside Park, Leith EH6 7AA.'],
  ['What is your address?', 'Address\nUnit 7, Dockside Park, Leith EH6 7AA.'],
  ['What is your address?', 'Our address is 7 Dockside, Leith.'],
  ['Wie lautet Ihre Adresse?', 'Unsere Anschrift lautet: Am Hang 3, 01067 Dresden.'],
  ['你们在哪里？', '我们的地址是北京市朝阳区建国路88号。'],
  ['How can I reach you?', 'Contact\nPlease use the contact form on our website.'],
  ['How can I contact you?', 'Contact us with the form on this page.'],
  ['Wie kann ich Sie kontaktieren?', 'Schreiben Sie uns über das Kontaktformular.'],
  ['Comment vous contacter ?', 'Utilisez le formulaire de contact.'],
  ['How can I reach you?', 'Ring us on 0117 496 0123.'],
  ['What is your phone number?', 'Ring us on 0117 496 0123.'],
  ["What's your e-mail address, please?", 'Write to hello@wheels.example.'],
  ['Wie erreiche ich Sie?', 'Uns erreichen Sie Montag bis Freitag unter 030 1234567.'],
  ['Wie ist Ihre Telefonnummer?', 'So erreichen Sie Uns: 030 1234567'],
  ['Wie ist Ihre Telefonnummer?', 'Am Telefon erreichen Sie Mo–Fr jemanden: 030 1234567'],
  ['How can I reach you?', 'Members can ring 0117 496 0123 with their questions, such as those about a loan.'],
])('%s is answered by: %s', (question, text) => {
  expect(rateOwn(read(question), text)).toBe('answer');
});

it.each([
  ['Where are you?', 'Parking\nThe car park is at 9 Station Road, Oxford.'],
  ['Wo seid ihr?', 'Anfahrt und Parken\nSie finden uns in der Lindenstraße 12.'],
  ['Wo seid ihr?', 'Unser Kunde Bäckerei Huber, Am Markt 3, 96047 Bamberg, ist zufrieden.'],
  ['Where are you?', 'Our stockists: Bootworld, 12 Harbour Street, Bristol.'],
  ['What is your phone number?', 'Write to hello@wheels.example.'],
  ['What is your phone number?', 'Please use our contact form.'],
  ['What is your phone number?', 'The bakery next door opens at 7; its phone number is 020 555 0001.'],
  ['Can I call you?', 'The saddles are made by Brooks. You can reach Brooks at 0121 565 2992.'],
  ['How can I reach you?', 'Delivery\nAsk for a delivery at 0117 496 0123.'],
  ['Wie erreiche ich Sie?', 'Außerhalb der Sprechzeiten hilft der Notdienst unter 0180 3222555.'],
])('%s is perhaps answered by: %s', (question, text) => {
  expect(rateOwn(read(question), text)).toBe('doubtful');
});

it.each([
  ['What is your address?', 'Your address can be changed up to 3 times a year.'],
  ['What is your address?', 'Enter your new address in step 2 of the form.'],
  ['What is your address?', 'The delivery address is on the parcel: Hans Muster, Musterweg 5.'],
  ['What is your address?', 'MAC\nThe MAC address is: 00:1B:44:11:3A:B7.'],
  ['What is your address?', 'Address a letter with the name first, for example 14 Mill Lane, Oxford.'],
  ['Where are you?', 'Our flour comes from Hobson’s Mill, 3 River Road, Witney.'],
  ['What is your phone number?', 'Suppliers\nBrooks: 0121 565 2992'],
  ['What is your email?', 'Your email is only used for the receipt.'],
  ['How can I reach you?', 'Their phone is 01993 550 777.'],
  ['How can I contact you?', 'Delivery\nTrack your parcel by calling DHL at 0228 4333112.'],
  ['How can I contact you?', 'The lens has contact with the eye.'],
])('%s is not answered by: %s', (question, text) => {
  expect(rateOwn(read(question), text)).toBeUndefined();
});

it.each([
  ['phone', 'Wie ist eure Telefonnummer?', 'Telefonnummer?', 'Kann ich Sie anrufen?'],
  ['phone', 'Quel est votre numéro de téléphone ?', '¿Cuál es su teléfono?', 'Qual è il vostro numero di telefono?'],
  ['phone', 'Qual é o vosso telefone?', 'Wat is jullie telefoonnummer?', 'Какой у вас номер телефона?'],
  ['phone', '你们的电话号码是多少？', 'ما هو رقم هاتفكم؟', 'מה מספר הטלפון שלכם?', 'Telefon numaranız nedir?'],
  ['phone', 'Jaki jest wasz numer telefonu?', 'Jaki macie telefon?', 'Hello, can I have your number please?'],
  ['email', 'Wie lautet Ihre E-Mail-Adresse?', 'Quelle est votre adresse e-mail ?', '¿Tienen un correo electrónico?'],
  ['email', 'Avete un indirizzo e-mail?', 'Qual é o seu e-mail?', 'Wat is uw e-mailadres?', '你们的邮箱是什么？'],
  ['email', 'E-posta adresiniz nedir?', 'Jaki jest wasz adres e-mail?', 'מה המייל שלכם?', 'Do you have an email?'],
])('asks for the %s of those who answer', (matter, ...questions) => {
  expect(questions.map((question) => readOwn(question, true)?.matter)).toEqual(questions.map(() => matter));
});

it.each([
  'What is your phone number for?',
  'Can I change my phone number?',
  'How many phone numbers do you have?',
  'Can I call you from abroad?',
  'Wie lautet Ihre Kundennummer?',
  'What is your phone policy?',
])('does not take %s for a question for the phone or email', (question) => {
  expect(readOwn(question, true)).toBeUndefined();
});

it('takes a word alone for a question for those who answer only if it begins the conversation', () => {
  expect(readOwn('Phone number?', true)?.matter).toBe('phone');
  expect(readOwn('And the phone number?', false)).toBeUndefined();
});

it.each([
  '場所はどこ',
  'お店はどこですか？',
  '위치가 어디예요?',
  'var ligger ni?',
  'hol vannak?',
  'Where is the shop?',
])('%s asks for the address also after other questions', (question) => {
  expect(readOwn(question, false)?.matter).toBe('address');
});

it.each(['どこですか？', '어디예요?', '在哪里？'])('%s asks for it only at the beginning', (question) => {
  expect(readOwn(question, true)?.matter).toBe('address');
  expect(readOwn(question, false)).toBeUndefined();
});

it.each([
  'Where is my order?',
  'Where is my shop?',
  'Where is the other shop?',
  'Where is the business school?',
  'Where is the fitting room?',
  'Wo ist mein Laden?',
  'Où est ma boutique ?',
  'Var är min beställning?',
  'Hvor er min butik?',
  '我的订单在哪里',
])('%s does not ask for the address', (question) => {
  expect(readOwn(question, true)).toBeUndefined();
});
