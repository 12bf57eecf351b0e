import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createInformedAgents } from '../../../../test/create-informed-agents.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.close();
});

/** Small knowledge bases as a shop, a club and a practice have them on the first day, by language. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    Laden: '# Laden\n\nDer Versand kostet 4,90 € und dauert drei Werktage. Retouren sind kostenlos.',
    Praxis:
      '# Praxis\n\nWir sind montags von 8 bis 12 Uhr und von 15 bis 18 Uhr da. Sie erreichen uns unter 0761 555 0142.\n\nAm Wochenende ist die Praxis geschlossen. Der Bereitschaftsdienst hilft unter 116117.',
    Anreise: '# Anreise\n\nDie Straßenbahnlinie 4 fährt alle zehn Minuten. Vier Stellplätze sind im Hof.',
    Team: '# Team\n\nPetra Wolff und Jana Kurz begrüßen Sie am Empfang. Wir impfen gegen Grippe.',
  },
  es: {
    Planes: '# Planes\n\n| Plan | Importe al mes |\n|---|---|\n| Básico | 9 € |\n| Pro | 19 € |\n',
    Soporte:
      '# Soporte\n\nLos clientes del plan Empresa tienen asistencia siempre.\n\n## Sobre nosotros\n\nNubeo fue fundada en Valencia en 2016 por Marta Ferrer.',
    Cuenta:
      '# Cuenta\n\nPulse el botón, introduzca su correo y recibirá un mensaje para confirmar la cuenta. Los datos se borran en 24 h o 48 h.',
  },
  ar: {
    الخدمات: '# الخدمات\n\nنقدّم تنظيف الأسنان بسعر 25 دينارًا.\n\n## التأمين\n\nنتعامل مع شركات التأمين الأردنية.',
    العيادة: '# العيادة\n\nتقع العيادة في شارع الجامعة، مبنى رقم 12.',
  },
  en: {
    Account:
      '# Account\n\nEnter your work email and choose a password. We send a confirmation link that expires after 24 hours.\n\n## Invite your colleagues\n\nOpen Settings, choose Team and press Invite. Each person receives a link by email. Viewers are free of charge; editors count as seats.\n\n## Import your data\n\nUpload a file of up to 50 MB under Data. The first row must contain the column names. Rows without a date are skipped.',
    Support:
      '# Support\n\nWrite to help@ledger.example or ring +49 30 5550 1780. The company sits at Torstraße 49 in Berlin.',
    Data: '# Data\n\nUpload a file with up to 50 columns.',
  },
  ja: { 会社案内: '# 会社案内\n\n住所は山形県南陽市赤湯100番地です。' },
};
let agents: ReadonlyMap<string, string>;

beforeAll(async () => {
  agents = await createInformedAgents(server, texts);
});

async function ask(
  language: string,
  ...messages: string[]
): Promise<{ content: string; citations: { quote: string }[] }> {
  const { body: thread } = await call(server, 'POST', `/api/v1/agents/${agents.get(language)}/threads`, { body: {} });
  let reply = { content: '', citations: [] };
  for (const content of messages) {
    const { body } = await call(server, 'POST', `/api/v1/threads/${thread.data.id}/messages`, { body: { content } });
    reply = body.data;
  }
  return reply;
}

describe('a visitor’s short question to a small knowledge base', () => {
  it.each([
    ['de', 'Wie hoch sind die Versandkosten?', '4,90 €'],
    ['de', 'öffnungszeiten', '8 bis 12 Uhr'],
    ['de', 'moin, wann habt ihr offen?', '8 bis 12 Uhr'],
    ['de', 'telefonnummer', '0761 555 0142'],
    ['de', 'welche strassenbahn', 'Straßenbahnlinie 4'],
    ['de', 'kann man sich bei euch impfen lassen', 'Grippe'],
    ['en', 'i did not get the confirmation mail', 'confirmation link'],
    ['en', 'hello sir, phone number pls', '+49 30'],
    ['es', 'precios', '| 9 € |'],
    ['es', 'precios aproximadamente', '| 9 € |'],
    ['es', 'quien fundo la empresa', 'Marta Ferrer'],
    ['ar', 'تأمين', 'شركات التأمين'],
    ['ar', 'عنوان', 'شارع الجامعة'],
  ])('in %s, “%s”, is answered from the passage that has what it asks for', async (language, question, answer) => {
    const { content } = await ask(language, question);
    const parts: string[] = content.split(/\n\n(?!>)/u);
    const first = parts.find((part) => part.includes('> '));
    expect(first).toContain(answer);
  });

  it.each([
    ['de', 'Wie hoch sind die Heizkosten?'],
    ['de', 'Was kostet eine Waschmaschine?'],
    ['de', 'Telefonnummer vom Rathaus'],
    ['es', '¿A qué hora es el partido?'],
    ['es', 'horario'],
  ])(
    'in %s, “%s”, is declined although a passage has an answer of that kind or numbers like one',
    async (language, question) => {
      expect((await ask(language, question)).citations).toEqual([]);
    },
  );

  it('may follow another one, whose kind of answer counts less than its own words', async () => {
    const { content } = await ask('de', 'wann habt ihr offen', 'und am wochenende?');
    expect(content).toMatch(/^> Am Wochenende/mu);
  });

  it('is answered in the language of the documents if it is hardly less likely', async () => {
    expect((await ask('ja', '住所')).content).toContain('見つかりました');
    expect((await ask('ja', '你们几点开门')).content).toContain('没有找到');
    expect((await ask('es', 'que tiempo hace hoy en madrid')).content).toContain('No encontré');
  });

  it('is small talk in every language of the widget', async () => {
    expect((await ask('ar', 'شكرًا جزيلاً')).content).toContain('الرحب');
    expect((await ask('ja', 'ありがとうございます')).content).toContain('どういたしまして');
    expect((await ask('de', 'ok danke!')).content).toContain('Gern geschehen');
    expect((await ask('de', 'danke und tschüss')).content).toContain('Gern geschehen');
    expect((await ask('de', 'guten Morgen')).content).toContain('Hallo');
    expect((await ask('ar', 'مع السلامة')).content).not.toContain('لم أجد');
  });
});
