import type { Language } from './languages.ts';
import { type OwnQuestion, phrase } from './own-question.ts';

/** "Wo kann ich euch denn finden?" */
const germanEnding = '(?: denn| genau| eigentlich| finden| zu finden)*';

/** Questions for the address of those who answer. */
export const placeQuestions: readonly OwnQuestion[] = [
  {
    word: 'address',
    you: phrase(
      'where (?:exactly )?(?:are you(?: guys)?(?: at| based| located| situated)?|(?:can|do) (?:i|we|one) find you)(?: exactly)?',
    ),
    named: phrase("what(?: is|s|'s) your (?:exact |full |street |postal )?address"),
  },
  {
    word: 'Adresse',
    you: phrase(
      'wo (?:genau )?(?:(?:seid|liegt) ihr|(?:findet man|(?:finde|kann) ich|(?:finden|konnen) wir) euch)',
      germanEnding,
    ),
    they: phrase(
      'wo (?:genau )?(?:(?:sind|liegen)|findet man|(?:finde|kann) ich|(?:finden|konnen) wir) sie',
      germanEnding,
    ),
    named: phrase('(?:wie (?:ist|lautet)|was ist) (?:eure|ihre|deine) (?:genaue )?(?:adresse|anschrift)'),
  },
  {
    word: 'adresse',
    you: phrase(
      'ou (?:(?:etes|vous trouvez) vous|(?:est ce que )?vous (?:etes|vous trouvez)|(?:(?:puis je|peut on|pouvons nous) )?vous trouver)(?: situes?| exactement)?',
    ),
    named: phrase('quelle est votre adresse(?: exacte| postale)?'),
  },
  {
    word: 'dirección',
    you: phrase('donde (?:estais|os encontrais|os (?:encuentro|encontramos)|(?:estan|se encuentran) ustedes)'),
    they: phrase('donde (?:estan|se encuentran)'),
    named: phrase('cual es (?:su|vuestra) direccion(?: exacta| postal)?'),
  },
  {
    word: 'indirizzo',
    you: phrase('dove (?:siete|vi (?:trovate|trovo|troviamo)|(?:posso |possiamo )?trovarvi)(?: situati| esattamente)?'),
    named: phrase('qual e il vostro indirizzo'),
  },
  {
    word: 'endereço',
    you: phrase('onde (?:e que )?(?:voces (?:estao|ficam|se encontram)|(?:estao|ficam) voces|vos encontro)'),
    they: phrase('onde (?:estao|ficam|se encontram)'),
    named: phrase('qual e (?:o (?:vosso|seu) endereco|a (?:vossa|sua) morada)'),
  },
  {
    word: 'adres',
    you: phrase(
      'waar (?:(?:zijn|zitten) jullie|(?:bent|zit) u|(?:vind|kan) ik (?:jullie|u)|(?:vinden|kunnen) (?:wij|we) (?:jullie|u))(?: vinden| te vinden| gevestigd| precies)?',
    ),
    named: phrase('wat is (?:jullie|uw) (?:precieze )?adres'),
  },
  { word: 'адрес', you: phrase('где (?:же )?вы(?: находитесь)?'), named: phrase('какои у вас адрес') },
  {
    word: '地址',
    you: phrase('(?:你们|您|你) ?(?:的? ?(?:店|商店|公司|地址) ?)?在 ?(?:哪里|哪儿|哪)'),
    they: phrase('(?:店|商店|公司)? ?在 ?(?:哪里|哪儿|哪)'),
  },
  {
    word: '住所',
    named: phrase(
      '(?:お ?店 ?(?:の|は) ?)?(?:(?:場所|所在 ?地|住所) ?(?:は|って)? ?|(?<=お ?店 ?は ?))どこ ?(?:(?:に|です ?か|あり ?ます ?か|ある) ?)*',
    ),
    they: phrase('どこ ?(?:(?:に|です ?か|あり ?ます ?か|ある) ?)*'),
  },
  {
    word: '주소',
    named: phrase('(?:위치|주소|가게)(?:가|는|은)? 어디(?:에)? ?(?:있나요|있어요|있습니까|예요|에요|인가요|입니까)?'),
    they: phrase('어디(?:에)? ?(?:있나요|있어요|있습니까|예요|에요|인가요|입니까)?'),
  },
  {
    word: 'adress',
    named: phrase(
      'var (?:ligger|finns|ar|hittar (?:jag|man|vi)) (?:ni|er)|hvor (?:ligger|er|holder) (?:i|dere)(?: til)?|hvor (?:finder|finner) (?:jeg|man|vi) (?:jer|dere)',
    ),
  },
  { word: 'osoite', named: phrase('missa (?:te )?(?:olette|sijaitsette)') },
  { word: 'cím', named: phrase('hol (?:vannak|vagytok|talalhatok|talalom (?:onoket|magukat))') },
  { word: 'adresa', named: phrase('unde (?:sunteti|va aflati|va (?:gasesc|pot gasi|gasim))(?: situati)?') },
  { word: 'διεύθυνση', named: phrase('που (?:ειστε|βρισκεστε)') },
  {
    word: 'العنوان',
    you: phrase(
      '(?:اين|وين|فين) (?:انتم|انتو|انتوا|تقعون|توجدون|موقعكم|مكانكم|مقركم|محلكم|عنوانكم|(?:يمكنني ان |ممكن )?(?:اجدكم|نجدكم|الاقيكم))',
    ),
    named: phrase('(?:ما (?:هو )?|شو |ايش )?عنوانكم'),
  },
  {
    word: 'כתובת',
    you: phrase('(?:איפה|היכן) (?:אתם(?: נמצאים| ממוקמים| יושבים)?|(?:אפשר|ניתן) למצוא אתכם|(?:אני )?מוצאים? אתכם)'),
    named: phrase('מה הכתובת(?: שלכם| המדויקת)*'),
  },
  {
    word: 'adres',
    you: phrase(
      'neredesiniz|(?:tam olarak )?nerede (?:bulunuyorsunuz|siniz)|sizi nerede (?:bulabilirim|bulabiliriz)|yeriniz nerede',
    ),
    named: phrase('adresiniz(?: ne| nedir| nerede)?'),
  },
  {
    word: 'adres',
    you: phrase(
      'gdzie (?:jestescie|sie (?:znajdujecie|miescicie)|(?:moge |mozna )?(?:was|panstwa) (?:znajde|znalezc))',
    ),
    named: phrase('jaki (?:jest|macie) (?:wasz |panstwa )?adres'),
  },
];

/** Questions for a way to reach them. */
export const contactQuestions: readonly OwnQuestion[] = [
  {
    word: 'contact',
    you: phrase(
      '(?:how|where) (?:can|do|could) (?:i|we) (?:reach|contact|get in touch with|get hold of) you(?: guys)?|how can you be (?:reached|contacted)|what are your contact details',
    ),
  },
  {
    word: 'Kontakt',
    you: phrase(
      'wie (?:(?:erreiche ich|erreicht man|erreichen wir) euch|(?:kann (?:ich|man)|konnen wir) (?:euch (?:erreichen|kontaktieren)|mit euch (?:in )?kontakt (?:aufnehmen|treten)))',
    ),
    they: phrase(
      'wie (?:(?:erreiche ich|erreicht man|erreichen wir) sie|(?:kann (?:ich|man)|konnen wir) (?:sie (?:erreichen|kontaktieren)|mit ihnen (?:in )?kontakt (?:aufnehmen|treten)))',
    ),
  },
  {
    word: 'contact',
    you: phrase(
      'comment (?:est ce que )?(?:(?:puis je |peut on |pouvons nous |je peux |on peut )?vous (?:contacter|joindre)|vous (?:contacte|joint) on)',
    ),
  },
  {
    word: 'contacto',
    you: phrase(
      'como (?:(?:puedo|podemos|se puede) )?(?:(?:os|les|los) )?(?:contactar|contacto|comunicarme|ponerme en contacto)(?:os|les|los)? ?(?:con (?:ustedes|vosotros))?',
    ),
  },
  {
    word: 'contatto',
    you: phrase(
      'come (?:vi (?:contatto|posso contattare)|(?:posso |possiamo |si puo )?(?:contattarvi|mettermi in contatto con voi))',
    ),
  },
  {
    word: 'contacto',
    you: phrase(
      'como (?:(?:vos )?(?:posso|podemos) )?(?:contactar|contatar|falar|entrar em contac?to)(?: vos)?(?: com)?(?: voces| convosco)?',
    ),
  },
  {
    word: 'contact',
    you: phrase(
      'hoe (?:bereik ik (?:jullie|u)|(?:kan ik|kunnen (?:we|wij)) (?:(?:jullie|u) (?:het beste )?bereiken|contact (?:met (?:jullie|u) opnemen|opnemen(?: met (?:jullie|u))?)))',
    ),
  },
  { word: 'контакт', you: phrase('как (?:можно )?(?:с вами )?(?:можно )?связаться(?: с вами)?') },
  {
    word: 'التواصل',
    you: phrase(
      'كيف (?:يمكنني |يمكننا |استطيع |اقدر |يمكن )?(?:ان )?(?:اتواصل معكم|نتواصل معكم|التواصل معكم|الاتصال بكم|اتصل بكم|الوصول اليكم)',
    ),
  },
  {
    word: 'קשר',
    you: phrase('(?:איך|כיצד) (?:(?:אפשר|ניתן) )?(?:יוצרים|ליצור) (?:קשר(?: אתכם| איתכם)?|(?:אתכם|איתכם) קשר)'),
  },
  {
    word: 'iletişim',
    you: phrase(
      '(?:size|sizinle) nasil (?:ulasabilirim|ulasabiliriz|ulasirim|iletisime gecebilirim|iletisim kurabilirim)|iletisim bilgileriniz(?: ne| nedir| neler)?',
    ),
  },
  {
    word: 'kontakt',
    you: phrase(
      'jak (?:moge |mozna )?(?:sie )?(?:z (?:wami|panstwem) )?(?:sie )?skontaktowac(?: sie)?(?: z (?:wami|panstwem))?',
    ),
  },
];

/** The word for an address, as a text has it beside one, by language. */
export const addressWords: Partial<Record<Language, string>> = {
  en: 'address',
  de: 'Adresse',
  fr: 'adresse',
  es: 'dirección',
  it: 'indirizzo',
  pt: 'endereço',
  nl: 'adres',
  sv: 'adress',
  da: 'adresse',
  no: 'adresse',
  fi: 'osoite',
  hu: 'cím',
  ro: 'adresa',
  el: 'διεύθυνση',
  ru: 'адрес',
  ar: 'العنوان',
  he: 'כתובת',
  tr: 'adres',
  pl: 'adres',
  ja: '住所',
  ko: '주소',
  zh: '地址',
};
