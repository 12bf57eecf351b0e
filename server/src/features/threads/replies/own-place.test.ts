import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { teachAgent } from '../../../../test/teach-agent.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it.each([
  ['Where are you based?', 'The museum is at 14 Dock Street, Leith.', 'We are number 1 since 1990.', 'Dock Street'],
  ['Where are you?', 'The museum is at 14 Dock Street, Leith.', 'Adults pay £12 wherever they are.', 'Dock Street'],
  [
    'Wo seid ihr?',
    'Rufen Sie uns an!\n\nRadhaus Weber, Lindenstraße 12',
    'Die Inspektion kostet 49 €.',
    'Lindenstraße',
  ],
  [
    'Wo seid ihr?',
    'Wir sind in der Lindenstraße 12. Parken Sie in der Tiefgarage.',
    'Bleaching kostet 350 €.',
    'Linden',
  ],
  ['Where are you?', 'Visit us at 14 Dock Street, Leith. We deliver souvenirs.', 'Adults pay £12.', 'Dock Street'],
  ['Où vous trouver ?', 'Le musée se trouve 8 quai des Chartrons.', 'L’entrée coûte 9 €.', 'Chartrons'],
  ['¿Dónde estáis?', 'El museo está en la Calle Mayor 7.', 'La entrada cuesta 6 €.', 'Mayor'],
  ['Dove vi trovate?', 'Il museo è in Via Roma, 5, a Parma.', 'Il biglietto costa 8 €.', 'Roma'],
  ['Onde ficam?', 'A loja é na Rua das Amoreiras 42.', 'Os custos ficam a cargo do cliente.', 'Amoreiras'],
  ['Waar zitten jullie?', 'Het museum ligt aan de Turfkade 18.', 'Een kaartje kost € 14.', 'Turfkade'],
  ['Где вы?', 'Адрес музея: ул. Садовая, 5.', 'Билет стоит 300 руб.', 'Садовая'],
  ['أين أنتم؟', 'المتحف في شارع الملك فيصل 12.', 'سعر التذكرة 5 دينار.', 'شارع'],
  ['איפה אתם נמצאים?', 'המוזיאון ברחוב הרצל 15, תל אביב.', 'מחיר כרטיס 40 ש"ח.', 'הרצל'],
  ['Neredesiniz?', 'Müze: Atatürk Caddesi No: 15, İzmir.', 'Bilet 200 TL.', 'Atatürk'],
  ['Gdzie jesteście?', 'Muzeum, ul. Lipowa 7, Warszawa.', 'Bilet kosztuje 30 zł.', 'Lipowa'],
  ['What is your address?', 'The museum is at 14 Dock Street.', 'Enter your e-mail address.', 'Dock Street'],
  ['How can I reach you?', 'Ring 0117 496 0123.', 'The bus reaches us in ten minutes.', '0117'],
  ['Wie erreiche ich Sie?', 'Schreiben Sie an post@museum.example.', 'Der Bus fährt alle 10 Minuten.', 'post@'],
  ['¿Cómo puedo contactar con ustedes?', 'Llame al 91 555 01 42.', 'La entrada cuesta 6 €.', '91 555'],
  ['Hoe kan ik jullie bereiken?', 'Bel 030 555 0142.', 'Een kaartje kost € 14.', '030'],
  ['What is your phone number?', 'Ring 0117 496 0123.', 'Your phone may be on in the museum.', '0117'],
  ['Wie ist Ihre E-Mail-Adresse?', 'Schreiben Sie an post@museum.example.', 'Die Post ist nebenan.', 'post@'],
  [
    'Quando siete aperti?',
    'La bottega è aperta dal martedì al sabato, 9–18.',
    'La bici si rende in 30 giorni.',
    '9–18',
  ],
  ['你们几点关门？', '我们每天早上九点开门，晚上六点关门。', '三十天内可以退货。', '关门'],
  ['Guten Tag, wann habt ihr geöffnet?', 'Der Laden ist von 9 bis 18 Uhr geöffnet.', 'Die Fahrt kostet 9 €.', 'Laden'],
  ['你们在哪里？', '我们的地址是北京市朝阳区建国路88号。', '门票价格是50元。', '建国路'],
])(
  'answers %s with the address, contact or hours, and declines it without one',
  async (question, address, other, expected) => {
    const agent = await teachAgent(server, other, address);
    const reply = await agent.ask(question);
    expect(reply.content).toContain(expected);
    expect(reply.citations).toMatchObject([{ document_name: '1.md' }]);
    await agent.forget(1);
    expect((await agent.ask(question)).citations).toEqual([]);
  },
);

it('quotes the phone number of those who answer, not another one of its documents', async () => {
  const agent = await teachAgent(
    server,
    '# Partners\n\nThe bakery next door opens from 6:30 to 14:00; its phone number is 020 555 0001.',
    '# Contact\n\nCall us on 0117 496 0123 or write to hello@museum.example.',
  );
  for (const question of ['What is your phone number?', 'Phone number?', 'What is your email?']) {
    const reply = await agent.ask(question);
    expect(reply.content).toContain('Call us on 0117 496 0123');
    expect(reply.content).not.toContain('020 555 0001');
  }
});
