import { besides, others, strangers } from './other-places.ts';

/** Words by which hours may be those of somebody else, or of deliveries in more languages. */
const neighbours =
  /送货|配送|发货|送餐|配達|배달|배송|توصيل|משלוח|достав|(?<!\p{L})(?:teslimat|kargo|dostaw|wysyłk|consegn|livr(?:ai|e[rz]|ons)|partners?(?!\p{L})|stockists?(?!\p{L})|(?:re)?sellers?(?!\p{L})|dealers?(?!\p{L})|händler|revendeur|rivenditor|revended|distribu[it]dor|neighbou?r|next door|nachbar|nebenan|partenaire|voisin|socios?(?!\p{L})|vecin|vicin[oi](?!\p{L}| a(?:i|l|lla|llo|lle|gli)?(?!\p{L}))|parceir|vizinh|buren(?!\p{L})|партн[её]р|сосед)/iu;
/** Those who answer say that they are open; such a sentence may also name a neighbour or a carrier. */
const weOpen =
  /(?<!\p{L})(?:we(?:[’']re| are)(?! partner)[^.;:]{0,60}(?<!\p{L})open|we open|wir (?:sind|haben)[^.;]{0,80}(?:geöffnet|offen)|(?:sind|haben) wir[^.;]{0,80}(?:geöffnet|offen)|wir öffnen|nous (?:sommes[^.;]{0,40} ouvert|ouvrons)|estamos[^.;]{0,40} (?:abiert|abert)|abrimos|siamo[^.;]{0,40} apert|apriamo|(?:wij|we) zijn[^.;]{0,60}(?:open|geopend)|мы (?:открыты|работаем)|jesteśmy[^.;]{0,40} otwarci)/iu;
const ours =
  /(?<!\p{L})(?:we|our|wir|unser\p{L}*|nous|notre|nos|nuestr[oa]s?|noss[oa]s?|nostr[oaie]|wij|onze?|мы|наш\p{L}*)(?!\p{L})/iu;
const openingHours =
  /(?:opening|business|office) (?:hours|times)|(?:öffnungs|geschäfts|sprech)zeiten|horaires|horarios?|orari(?!\p{L})|horários?|openings(?:tijden|uren)|(?:режим|график|часы) работы|godziny otwarcia|(?:çalışma|açılış) saatleri|営業時間|营业时间|영업 ?시간|(?:ساعات|مواعيد) العمل|שעות (?:ה)?פתיחה/iu;
/** What divides the subjects of a heading, as in "Opening hours and parking". */
const divider = /\s+(?:and|und|et|y|e|en|i|и|ve)\s+|\s*[,&/|–]\s*/iu;

/** Whether hours in a text, of a heading, a line feed and a sentence, are those of those who answer. */
export function areOwnHours(text: string): boolean {
  const end = text.indexOf('\n');
  const heading = text.slice(0, Math.max(end, 0));
  const sentence = text.slice(end + 1);
  if (weOpen.test(sentence)) return true;
  if (mayBeOthers(sentence)) return false;
  if (!mayBeOthers(heading)) return true;
  // "Brooks, your partner for bikes" is the heading of a whole page.
  if (ours.test(sentence) && !others.test(heading) && !besides.test(heading)) return true;
  return heading.split(divider).some((part) => openingHours.test(part) && !mayBeOthers(part));
}

function mayBeOthers(text: string): boolean {
  return [others, strangers, besides, neighbours].some((words) => words.test(text));
}
