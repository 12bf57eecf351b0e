import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createInformedAgents } from '../../../../test/create-informed-agents.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let agents: ReadonlyMap<string, string>;

/** What small businesses write, by language. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    Hours: '# Opening hours\n\nWe are open Monday to Friday from 7 am to 6 pm. On Sundays we are closed.',
    Visit:
      '# Visit us\n\nYou find us at 12 Mill Lane, Bristol BS1 4QA.\n\nPhone: 0117 496 0123. Email: hello@mill.example',
    Delivery: '# Delivery\n\nWe deliver within Bristol from £20 order value. Delivery costs £4. We do not ship abroad.',
    Cakes: '# Birthday cakes\n\nA birthday cake for 10 people costs £35.',
  },
  fr: {
    Magasin: '# Vélos Martin\n\nLe magasin est ouvert du mardi au samedi de 9h30 à 19h. Fermé le dimanche et le lundi.',
    Atelier: '# Atelier\n\nLa révision complète coûte 65 €. Une caution de 300 € est demandée pour la location.',
    Paiement: '# Paiement\n\nNous acceptons la CB et les espèces.',
  },
  sv: {
    Butik: '# Blomsterbutiken\n\nVi har öppet måndag till fredag 9–18.\n\nAdress: Storgatan 4, Uppsala.',
    Buketter: '# Buketter\n\nEn rosbukett kostar 349 kr.',
  },
  hu: { Bolt: '# Kerékpárbolt\n\nHétfőtől péntekig 9 és 18 óra között vagyunk nyitva.\n\nCím: Fő utca 10, Szeged.' },
  zh: { 商店: '# 绿叶茶店\n\n营业时间：周一至周六 10:00–20:00，周日休息。\n\n地址：上海市南京路100号。' },
  pl: { Urząd: '# Urząd Miasta\n\nUrząd jest czynny od poniedziałku do piątku w godzinach 8:00–16:00.' },
  tr: { Kafe: '# Deniz Kafe\n\nAdresimiz: Sahil Caddesi 14, İzmir.\n\nKahve 60 TL.' },
};

beforeAll(async () => {
  server = await startServer();
  agents = await createInformedAgents(server, texts);
});
afterAll(async () => {
  await server.close();
});

async function ask(language: string, content: string): Promise<{ content: string; citations: unknown[] }> {
  const path = `/api/v1/agents/${agents.get(language)}/threads`;
  const { body: thread } = await call(server, 'POST', path, { body: {} });
  const { body } = await call(server, 'POST', `/api/v1/threads/${thread.data.id}/messages`, { body: { content } });
  return body.data;
}

it.each([
  ['en', 'when r u open', '7 am'],
  ['en', 'wheres the shop', '12 Mill Lane'],
  ['en', 'where r u', '12 Mill Lane'],
  ['en', 'whats ur phone no', '0117 496 0123'],
  ['en', 'i need ur email adress', 'hello@mill.example'],
  ['fr', 'vs etes ouvert dimanche?', 'Fermé le dimanche'],
  ['fr', 'cest quoi vos horaires', '9h30'],
  ['fr', 'c combien la caution', '300 €'],
  ['tr', 'nerdesiniz', 'Sahil Caddesi 14'],
  ['fr', 'vous prenez la cb ?', 'Nous acceptons la CB'],
])('replies to a question in chat spelling: %s, %s', async (language, question, answer) => {
  expect((await ask(language, question)).content).toContain(answer);
});

it.each([
  ['sv', 'var ligger butiken', 'Storgatan 4'],
  ['hu', 'mikor vannak nyitva', '9 és 18'],
  ['hu', 'hol vannak', 'Fő utca 10'],
  ['zh', '周日开吗', '周日休息'],
  ['zh', '在哪里', '南京路100号'],
  ['pl', 'Kiedy czynne?', '8:00–16:00'],
])('replies to a short question for hours or an address: %s, %s', async (language, question, answer) => {
  expect((await ask(language, question)).content).toContain(answer);
});

it.each([
  ['en', 'How much is delivery and when do you open?', ['Delivery costs £4', '7 am']],
  ['fr', 'combien coûte la révision et vous êtes ouverts le lundi?', ['65 €', 'le lundi']],
])('answers both questions of a message: %s, %s', async (language, question, answers) => {
  const { content, citations } = await ask(language, question);
  for (const answer of answers) expect(content).toContain(answer);
  expect(citations).toHaveLength(2);
});

it('replies to the one of two questions that has an answer', async () => {
  const { content, citations } = await ask('en', 'How much is delivery and do you have wifi?');
  expect(content).toContain('£4');
  expect(citations).toHaveLength(1);
});

it.each([
  ['en', 'do u have wifi'],
  ['fr', 'vs vendez des trottinettes ?'],
])('still declines what it does not know: %s, %s', async (language, question) => {
  expect((await ask(language, question)).citations).toEqual([]);
});
