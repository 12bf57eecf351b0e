import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createInformedAgents } from '../../../../test/create-informed-agents.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let agents: ReadonlyMap<string, string>;

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    Vouchers: 'Our gift cards are valid for three years and can be used for any order.',
    Payment: 'Visa, Mastercard and PayPal are accepted.',
    Returns: 'The refund is paid to the card that you used.',
  },
  nl: {
    Prijzen: 'Een les kost € 14. Studenten betalen € 11 per les.',
    Betaling: 'Je betaalt online met iDEAL of in de studio met pin.',
  },
};

beforeAll(async () => {
  server = await startServer();
  agents = await createInformedAgents(server, texts);
});
afterAll(async () => server.close());

// The words for paying are also in other texts, and not in those that list the means.
it.each([
  ['en', 'How can I pay?', 'Visa'],
  ['en', 'Can I pay by card?', 'Visa'],
  ['nl', 'Hoe kan ik betalen?', 'iDEAL'],
])('finds the means of payment among other texts about paying: %s, %s', async (language, content, means) => {
  const path = `/api/v1/agents/${agents.get(language)}/threads`;
  const { body: thread } = await call(server, 'POST', path, { body: {} });
  const { body } = await call(server, 'POST', `/api/v1/threads/${thread.data.id}/messages`, { body: { content } });
  expect(body.data.content).toContain(means);
});
