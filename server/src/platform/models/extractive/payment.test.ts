import { expect, it } from 'vitest';
import type { Passage } from '../chat-model.ts';
import { ask, buildPassage, readAnswer } from '../testing.ts';
import { ExtractiveModel } from './extractive-model.ts';

const model = new ExtractiveModel({ wordDelayMs: 0 });

const answer = async (question: string, passages: Passage[]): Promise<string> =>
  (await readAnswer(model, { ...ask(question), passages })).text;

it.each([
  ['How can I pay?', 'You can pay by credit card or in cash.'],
  ['Do you take cards?', 'We accept all major credit cards.'],
  ['How can I pay?', 'Visa, Mastercard and PayPal are accepted.'],
  ['Do you accept credit cards?', 'Visa, Mastercard and PayPal are accepted.'],
  ['Which payment methods do you accept?', 'Visa, Mastercard and PayPal are accepted.'],
  ['¿Aceptan tarjetas de crédito?', 'Pague con Visa o Mastercard.'],
  ['Ist Kartenzahlung möglich?', 'Sie zahlen bei uns bar oder mit EC-Karte.'],
  ['Comment puis-je payer ?', 'Nous acceptons les cartes bancaires et les espèces.'],
  ['¿Qué formas de pago aceptan?', 'Puede pagar en efectivo o con tarjeta.'],
  ['Come posso pagare?', 'Si può pagare in contanti o con la carta.'],
  ['Posso pagar com cartão?', 'Aceitamos cartões de crédito e dinheiro.'],
  ['Kan ik pinnen?', 'U kunt bij ons pinnen of contant betalen.'],
  ['Tar ni kort?', 'Du betalar med kort eller Swish.'],
  ['Czy przyjmujecie karty płatnicze?', 'Można zapłacić gotówką, kartą lub BLIKIEM.'],
  ['Можно оплатить картой?', 'Оплата наличными или картой.'],
  ['カードで払えますか', 'お支払いは現金、クレジットカードがご利用いただけます。'],
  ['能刷卡吗？', '我们接受支付宝、微信支付、现金和银联卡。'],
])('answers %s with: %s', async (question, text) => {
  expect(await answer(question, [buildPassage('Payment', text)])).toContain(`> ${text}`);
});

it('quotes the means of payment, and not another card or what one pays for', async () => {
  const cards = buildPassage('First visit', 'Bring your insurance card.', 0.5);
  const fees = buildPassage('Fees', 'You pay a fee of 40 € for missed appointments.', 0.45);
  const means = buildPassage('Payment', 'We accept cash and debit cards.', 0.4);
  const text = await answer('How can I pay?', [cards, fees, means]);
  expect(text).toContain('> We accept cash');
  expect(text).not.toMatch(/insurance|missed/u);
  expect(await answer('How can I pay?', [cards])).not.toContain('> ');
});
