import { type OwnQuestion, phrase } from './own-question.ts';

const english = '(?:a |your |the )?(?:payment (?:methods?|options?|types?)|(?:ways?|methods?|forms?) of payment)';
const german = '(?:zahlungs|bezahl)(?:arten|methoden|moglichkeiten|weisen|mittel|optionen)';
const french = '(?:moyens?|modes?|methodes?) de (?:paiement|reglement)';
const spanish = '(?:metodos?|formas?|medios?) de pago';
const italian = '(?:metodi|modalita|mezzi|forme) di pagamento';
const portuguese = '(?:metodos?|formas?|meios?) de pagamento';

/**
 * Questions for the ways to pay those who answer. A text about them often says another form of these words, such as "EC
 * cards" for "Kartenzahlung". One for a certain card or service is searched as it is.
 */
export const paymentQuestions: readonly OwnQuestion[] = [
  {
    word: 'pay card',
    noun: 'payment',
    you: phrase(
      `how (?:can|do|could) (?:i|we|one) pay(?: you)?|(?:what|which) ${english} (?:do you (?:accept|take|have|offer|support)|are (?:there|accepted|available|possible))|what are ${english}|(?:do|can) you (?:accept|take) (?:credit )?cards?|which (?:credit )?cards (?:do you (?:accept|take)|are accepted)|can (?:i|we) (?:pay|use) (?:by |with |with a |with my |a |my )?card|card payments?(?: (?:possible|accepted|ok))?`,
    ),
    they: phrase(english),
  },
  {
    word: 'zahlen Karte',
    noun: 'Zahlung',
    you: phrase(
      `wie (?:kann|konnen|soll) (?:ich|man|wir) (?:bei (?:euch|ihnen) )?(?:be)?zahlen|wie (?:zahle|bezahle) ich(?: bei (?:euch|ihnen))?|welche ${german}(?: (?:gibt es|habt ihr|haben sie|akzeptiert ihr|akzeptieren sie|bietet ihr an|bieten sie an|sind moglich))?|(?:kann|konnen) (?:ich|man|wir) (?:bei (?:euch|ihnen) )?(?:auch )?(?:mit|per) karte (?:be)?zahlen|(?:ist |geht |nehmt ihr |nehmen sie |gibt es )?(?:auch |eine )?kartenzahlung(?: auch| bei euch| bei ihnen)?(?: moglich)?|(?:nehmt ihr|nehmen sie|akzeptiert ihr|akzeptieren sie) (?:auch )?(?:kredit|bank|ec ?)?karten?`,
    ),
    they: phrase(german),
  },
  {
    word: 'payer carte',
    noun: 'paiement',
    you: phrase(
      `(?:quels sont (?:vos |les )?|quels )${french}(?: (?:acceptez vous|acceptes|proposez vous|disponibles))?|comment (?:(?:puis je|peut on|pouvons nous|je peux|on peut) )?(?:payer|regler)|(?:vous (?:acceptez|prenez)|acceptez vous|prenez vous) (?:la|les) cartes?(?: bancaires?| bleues?| de credit)?|(?:puis je|peut on|on peut|je peux) (?:payer|regler) (?:par|en|avec une) carte(?: bancaire| bleue)?`,
    ),
    they: phrase(french),
  },
  {
    word: 'pagar tarjeta',
    noun: 'pago',
    you: phrase(
      `(?:que|cuales son (?:los|las|sus)) ${spanish}(?: (?:aceptan|aceptais|tienen|teneis|hay))?|como (?:se )?(?:puedo|puede|podemos) pagar|(?:puedo|se puede|podemos) pagar con (?:la )?tarjeta(?: de credito)?|(?:aceptan|aceptais) tarjetas?(?: de credito)?`,
    ),
    they: phrase(spanish),
  },
  {
    word: 'pagare carta',
    noun: 'pagamento',
    you: phrase(
      `(?:quali sono i (?:vostri )?|quali (?:sono le )?(?:vostre )?)${italian}(?: (?:accettate|avete|ci sono))?|come (?:si puo|posso|possiamo) pagare|(?:si puo|posso|possiamo) pagare con (?:la )?carta|(?:accettate|prendete) (?:le )?carte(?: di credito)?`,
    ),
    they: phrase(italian),
  },
  {
    word: 'pagamento cartões',
    noun: 'pagar',
    you: phrase(
      `(?:quais (?:sao )?(?:os |as )?(?:vossos |seus |suas )?)${portuguese}(?: (?:aceitam|tem|ha))?|como (?:e que )?(?:posso|podemos|se pode) pagar|(?:posso|podemos|da para|pode se) pagar (?:com|no|por) (?:o )?cartao|aceitam (?:cartao|cartoes)(?: de credito)?`,
    ),
    they: phrase(portuguese),
  },
  {
    word: 'betalen pinnen',
    noun: 'betaling',
    you: phrase(
      'hoe (?:kan|kunnen) (?:ik|we|wij) (?:bij (?:jullie|u) )?betalen|(?:kan|kunnen) (?:ik|we|wij) (?:bij (?:jullie|u) )?(?:pinnen|met (?:de )?(?:kaart|pin|pinpas) betalen|betalen met (?:de )?(?:kaart|pin|pinpas))|welke betaal(?:methoden|methodes|mogelijkheden|wijzen)(?: (?:accepteren|hebben|zijn) (?:jullie|er))?',
    ),
    they: phrase('betaal(?:methoden|methodes|mogelijkheden|wijzen)'),
  },
  {
    word: 'betala kort',
    noun: 'betalning',
    you: phrase(
      'hur (?:kan|betalar) (?:jag|man|vi)(?: betala)?|kan (?:jag|man|vi) betala med kort|tar ni(?: emot)? kort|vilka betal(?:ningssatt|ningsmetoder|ningsalternativ)(?: (?:har|tar) ni(?: emot)?| finns)?',
    ),
    they: phrase('betalningssatt|betalningsmetoder'),
  },
  {
    word: 'betale kort',
    noun: 'betaling',
    you: phrase(
      '(?:hvordan|hvorledes) (?:kan|betaler) (?:jeg|man|vi)(?: betale)?|kan (?:jeg|man|vi) betale med kort|tager i(?: imod)? kort|tar dere(?: imot)? kort',
    ),
    they: phrase('betalingsmetoder|betalingsmater'),
  },
  {
    word: 'zapłacić kartą',
    noun: 'płatność',
    you: phrase(
      'jak (?:mozna|moge|mozemy) (?:u (?:was|panstwa) )?(?:za)?placic|(?:czy )?(?:mozna|moge) (?:u (?:was|panstwa) )?(?:za)?placic karta|(?:czy )?(?:przyjmujecie|akceptujecie|obslugujecie) (?:platnosci karta|karty(?: platnicze)?)|jakie (?:sa |macie )?(?:formy|metody|sposoby) platnosci(?: (?:akceptujecie|przyjmujecie|sa dostepne))?',
    ),
    they: phrase('(?:formy|metody|sposoby) platnosci|platnosc karta'),
  },
  {
    word: 'оплата картой',
    noun: 'оплата',
    you: phrase(
      'как (?:можно |я могу |мы можем )?(?:оплатить|платить|расплатиться)|можно (?:ли )?(?:оплатить|платить|расплатиться) картои|(?:вы )?принимаете (?:ли )?(?:карты|к оплате карты)|какие (?:у вас )?(?:способы|методы|формы) оплаты(?: есть)?',
    ),
    they: phrase('(?:способы|методы|формы) оплаты|оплата картои'),
  },
  {
    word: 'ödeme kart',
    you: phrase(
      '(?:nasil odeme yapabilirim|nasil odeyebilirim|odeme yontemleri(?:niz)?(?: neler| nelerdir| ne)?|(?:kredi )?karti(?:yla|le)? (?:odeme yapabilir miyim|odeyebilir miyim|geciyor mu|gecerli mi)|(?:kredi )?kart (?:geciyor|kabul ediyor) (?:mu|musunuz))',
    ),
    they: phrase('odeme (?:yontemleri|secenekleri)'),
  },
  {
    word: 'お支払い 現金',
    you: phrase(
      '(?:お ?)?支払い? ?(?:の ?)?(?:方法|手段) ?(?:は|を|に|って|が)? ?[\\p{Script=Hiragana}\\p{Script=Han} ]*|(?:クレジット ?)?カード ?(?:で ?)?(?:の ?)?(?:は ?)?(?:お ?)?(?:払|支払|決済|使|利用)[\\p{Script=Hiragana}\\p{Script=Han} ]*|どう ?やっ ?て ?(?:払|支払)[\\p{Script=Hiragana} ]*',
    ),
  },
  {
    word: '付款 支付 现金',
    you: phrase(
      '(?:可以 ?|能 ?)?(?:怎么|如何|怎样) ?(?:付款|支付|付钱|付费|结账)|(?:可以|能|能不能|可不可以|支持) ?(?:刷 ?卡|用 ?(?:信用|银行)? ?卡 ?(?:付款|支付)?) ?(?:付款|支付)? ?(?:吗)?|(?:有|支持|接受) ?(?:哪些|什么|哪几种) ?(?:付款|支付) ?方式|(?:付款|支付) ?方式 ?(?:有 ?(?:哪些|什么))?',
    ),
  },
  {
    word: '결제 카드',
    you: phrase(
      '(?:결제|지불) ?(?:방법|수단)(?:은|이|을)?(?: (?:뭐가|무엇이|어떻게) [\\p{Script=Hangul}]+)?|카드(?:로)? ?(?:결제|계산)?(?:가|는|도|로)? ?(?:되나요|돼요|가능한가요|가능해요|받나요|받으시나요|결제할 수 있나요|결제 되나요)|어떻게 (?:결제|지불)[\\p{Script=Hangul}]*',
    ),
  },
];

const verbs = 'pay|zahl|paie|règle|pag[aou]|betal|pła[ct]|плат|ödeme|払|付款|결제';
/** What people pay with; a card only with its kind, or with paying. */
const means = [
  String.raw`visa(?!\p{L})|master ?card|american express|amex|maestro|pay ?pal|(?:apple|google|amazon) ?pay|klarna|sepa|swish|vipps|mobilepay|blik\p{L}*|twint|girocard|mb ?way|multibanco|bizum|ideal|bancontact|alipay|wechat pay|支付宝|微信支付|银联|刷卡`,
  String.raw`(?:credit|debit|bank)[ -]cards?|bank transfers?|\bcash\b|contactless|(?:kredit|ec-?|bank)-?\s?karten?|überweisung|lastschrift|auf rechnung|(?<!\p{L})bar(?!\p{L})|bargeld|raten`,
  String.raw`cartes? (?:bancaires?|bleues?|de crédit)|espèces|chèques?|virement|(?:tarjeta|efectivo|transferencia|monedas)(?!\p{L})|carta di credito|carte di credito|contanti|bonifico|bancomat|cart(?:ão|ões)|dinheiro|transferência`,
  String.raw`contant|pinnen|pinpas|kontant\p{L}*|faktura|gotówk\p{L}*|przelew\p{L}*|наличн\p{L}*|nakit|havale|現金|クレジットカード|电子支付|现金|현금|신용카드|نقد\p{L}*|بطاق\p{L}*|מזומן|אשראי`,
].join('|');
const paying = new RegExp(
  String.raw`(?<!\p{L})(?:${means})|(?:${verbs})[^\n.]{0,60}(?:card|kart|carte|tarjeta|carta|kaart|kort|карт|カード|卡|카드)|(?:cards?|karten?|cartes?|tarjetas?|kort|kart[ąy]|карт\p{L}*|カード|카드)[^\n.]{0,40}(?:accept|akzept|pay|zahl|nehmen|accett|acept|betal|płac|плат|払|결제)`,
  'iu',
);

const payment = new RegExp(String.raw`(?<!\p{L})(?:be|zu)?(?:${verbs})`, 'iu');

/** Whether a text says what one can, or can't, pay with; `doubtful` if it is only about paying. */
export function ratePayment(text: string): 'answer' | 'doubtful' | undefined {
  return paying.test(text) ? 'answer' : payment.test(text) ? 'doubtful' : undefined;
}
