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
  ['How can I reach you?', 'Members can ring 0117 496 0123 with their questions, such as those about a loan.'],
])('%s is answered by: %s', (question, text) => {
  expect(rateOwn(read(question), text)).toBe('answer');
});

it.each([
  ['Where are you?', 'Parking\nThe car park is at 9 Station Road, Oxford.'],
  ['Wo seid ihr?', 'Anfahrt und Parken\nSie finden uns in der Lindenstraße 12.'],
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
  ['How can I reach you?', 'Their phone is 01993 550 777.'],
  ['How can I contact you?', 'Delivery\nTrack your parcel by calling DHL at 0228 4333112.'],
  ['How can I contact you?', 'The lens has contact with the eye.'],
])('%s is not answered by: %s', (question, text) => {
  expect(rateOwn(read(question), text)).toBeUndefined();
});
