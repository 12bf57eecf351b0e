import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { teachAgent } from '../../../../test/teach-agent.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it.each([
  ['Where are you from?', 'The museum is at 14 Dock Street, Leith.'],
  ['Where are you going with this?', 'The museum is at 14 Dock Street, Leith.'],
  ['Wo habt ihr das her?', 'Radhaus Weber, Lindenstraße 12'],
  ['Où en êtes-vous ?', 'Le musée se trouve 8 quai des Chartrons.'],
  ['¿De dónde sois?', 'El museo está en la Calle Mayor 7.'],
  ['Waar heb je dat van?', 'Het museum ligt aan de Turfkade 18.'],
  ['Where are you?', 'You can change your email address in the settings.'],
  ['What is your address?', 'Enter your e-mail address and choose a password.'],
  ['What is your address?', 'Click Invite and enter the addresses of your colleagues.'],
  ['How can I reach the summit?', 'Ring 0117 496 0123 to book.'],
  ['What is your address?', 'The delivery address is on the parcel: Hans Muster, Musterweg 5.'],
  ['How can I reach you?', 'Track your parcel by calling DHL at 0228 4333112.'],
  ['Where are you?', 'The server has the address 192.168.1.10.'],
  ['Where are you?', 'The delivery address is on the parcel: Hans Muster, Musterweg 5.'],
  ['Where are you located?', '# Design\n\nDesign and code: Pixel, 9 Dock Street, Leith.'],
  ['Wo seid ihr?', '# Impressum\n\nGestaltung: Pixel, Hafenstraße 9, Hamburg.'],
])('declines %s if it has only: %s', async (question, text) => {
  const agent = await teachAgent(server, text);
  expect((await agent.ask(question)).citations).toEqual([]);
});
