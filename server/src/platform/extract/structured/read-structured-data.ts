import { findThings, hasType, isThing, listValues, readText, type Thing } from './find-nodes.ts';
import { labelsOf } from './labels.ts';
import { listHours } from './opening-hours.ts';

export interface StructuredOptions {
  /** What was read of the page itself: what it says isn't repeated. */
  text: string;
  /** The page's address; undefined for an uploaded one. */
  address?: string | undefined;
  /** All of a site's pages may describe its business, so it is read from the first one. */
  isFirst: boolean;
  /** Turns the markup of an answer into text. */
  convert: (html: string) => string;
}

/** Maximum businesses, products and questions, each. */
const most = 50;

/**
 * The facts that a page has only in its data for search engines (JSON-LD of schema.org), as Markdown: the address, the
 * numbers and the hours of a business, prices of products, and questions with their answers.
 */
export function readStructuredData(html: string, { text, address, isFirst, convert }: StructuredOptions): string {
  const things = findThings(html);
  if (things.length === 0) return '';
  const language = /<html\b[^>]{0,300}\blang\s*=\s*["']?([a-z]{2,3})\b/i.exec(html)?.[1]?.toLowerCase() ?? 'en';
  const said = simplify(text);
  const businesses = things
    .filter((thing) => isBusiness(thing) && (isFirst || isOfPage(thing, address)))
    .map((thing) => describeBusiness(thing, said, text, language));
  const products = things
    .filter((thing) => hasType(thing, /Product|Service$|MenuItem|Course$/))
    .map((thing) => describeOffer(thing, said, language));
  const questions = things
    .filter((thing) => hasType(thing, /^(?:https?:\/\/schema\.org\/)?Question$/))
    .map((thing) => describeQuestion(thing, said, convert));
  return [businesses, products, questions]
    .flatMap((list) => [...new Set(list.filter((block) => block !== ''))].slice(0, most))
    .join('\n\n');
}

function isBusiness(thing: Thing): boolean {
  if (hasType(thing, /Person|Address|Event|Product|JobPosting|ContactPoint/)) return false;
  return ['openingHours', 'openingHoursSpecification', 'address', 'telephone'].some(
    (name) => thing[name] !== undefined,
  );
}

/** Whether a business names the page as its own, as those of a chain do. */
function isOfPage(thing: Thing, address: string | undefined): boolean {
  if (address === undefined) return true;
  const plain = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/$/, '');
  return ['url', '@id', 'mainEntityOfPage'].some((name) =>
    listValues(thing, name).some(
      (value) => typeof value === 'string' && plain(URL.parse(value, address)?.href ?? '') === plain(address),
    ),
  );
}

function describeBusiness(thing: Thing, said: string, text: string, language: string): string {
  const labels = labelsOf(language);
  const lines: string[] = [];
  const places = listValues(thing, 'address').map((value) =>
    isThing(value) ? joinAddress(value) : typeof value === 'string' ? value : '',
  );
  for (const place of places)
    if (place !== '' && !said.includes(simplify(place.split(', ')[0] ?? ''))) lines.push(`${labels.address}: ${place}`);
  const digits = text.replaceAll(/[^\d\p{L}]+/gu, '');
  const contacts = [thing, ...listValues(thing, 'contactPoint').filter(isThing)];
  const phones = new Set(contacts.map((each) => readText(each, 'telephone')));
  // The last digits, as a page may write the number without its country.
  for (const phone of phones)
    if (phone !== '' && !digits.includes(phone.replaceAll(/\D/g, '').slice(-6)))
      lines.push(`${labels.phone}: ${phone}`);
  const emails = new Set(contacts.map((each) => readText(each, 'email').replace(/^mailto:/i, '')));
  for (const email of emails)
    if (email !== '' && !said.includes(simplify(email))) lines.push(`${labels.email}: ${email}`);
  const payment = readText(thing, 'paymentAccepted');
  if (payment !== '' && !said.includes(simplify(payment))) lines.push(`${labels.payment}: ${payment}`);
  const hours = listHours(thing, safeLanguage(language), labels.closed);
  const isNew = hours.some((line) => !saysHours(text, line));
  // Apart from the rest, so that a question for the hours is answered with them alone.
  const times = isNew ? [`${labels.hours}:`, ...hours.map((line) => `- ${line}`)] : [];
  const blocks = [lines, times].map((block) => block.join('\n')).filter((block) => block !== '');
  if (blocks.length === 0) return '';
  const name = readText(thing, 'name');
  return [...(name === '' ? [] : [`## ${name}`]), ...blocks].join('\n\n');
}

function joinAddress(place: Thing): string {
  const city = [readText(place, 'postalCode'), readText(place, 'addressLocality')].filter(Boolean).join(' ');
  return [readText(place, 'streetAddress'), city, readText(place, 'addressRegion'), readText(place, 'addressCountry')]
    .filter(Boolean)
    .join(', ');
}

/** Whether a text has all times of a line, also as "7 am" or "9h30". */
function saysHours(text: string, line: string): boolean {
  const times = [...line.matchAll(/(\d\d):(\d\d)/g)];
  return (
    times.length > 0 &&
    times.every(([, hour = '', minute = '']) => {
      const full = Number(hour);
      const twelve = full % 12 === 0 ? 12 : full % 12;
      const minutes = minute === '00' ? '(?:[:.h]00)?' : `[:.h]${minute}`;
      return new RegExp(
        `(?<!\\d)(?:0?${full}${minutes}(?![\\d:.]\\d|\\d)|0?${twelve}${minutes}\\s?[ap]\\.?m)`,
        'i',
      ).test(text);
    })
  );
}

function describeOffer(thing: Thing, said: string, language: string): string {
  const name = readText(thing, 'name');
  const offers = listValues(thing, 'offers').filter(isThing);
  const prices = offers.flatMap((offer) => {
    const specified: Thing = listValues(offer, 'priceSpecification').find(isThing) ?? {};
    const currency = readText(offer, 'priceCurrency') || readText(specified, 'priceCurrency');
    const low = formatPrice(offer['price'] ?? offer['lowPrice'] ?? specified['price'], currency, language);
    const high = formatPrice(offer['highPrice'], currency, language);
    return low === '' ? [] : [high === '' || high === low ? low : `${low} – ${high}`];
  });
  const shown = [...new Set(prices)].join(', ');
  const amounts = prices
    .flatMap((price) => price.match(/\d[\d.,\s]*/gu) ?? [])
    .map((amount) => amount.replaceAll(/[.,\s]/g, ''));
  const bare = said.replaceAll(/[.,]/g, '');
  const isSaid = amounts.every((amount) => bare.includes(amount) || bare.includes(amount.replace(/00$/, '')));
  return name === '' || shown === '' || isSaid ? '' : `${name}: ${shown}`;
}

function formatPrice(value: unknown, currency: string, language: string): string {
  const amount =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\s*\d[\d.]*\s*$/.test(value)
        ? Number(value)
        : Number.NaN;
  if (!Number.isFinite(amount)) return '';
  if (!/^[A-Z]{3}$/.test(currency)) return '';
  return new Intl.NumberFormat(safeLanguage(language), { style: 'currency', currency }).format(amount);
}

function describeQuestion(thing: Thing, said: string, convert: (html: string) => string): string {
  const question = readText(thing, 'name') || readText(thing, 'text');
  const accepted = [...listValues(thing, 'acceptedAnswer'), ...listValues(thing, 'suggestedAnswer')].find(isThing);
  const written = accepted?.['text'];
  const answer = typeof written === 'string' ? convert(written.slice(0, 20_000)) : '';
  if (question === '' || answer === '' || said.includes(simplify(answer).slice(0, 80))) return '';
  return `### ${question}\n\n${answer}`;
}

/** Letters and figures only, so that line breaks and marks make no difference. */
function simplify(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}.,@]+/gu, '');
}

/** A language that texts can be written in. */
function safeLanguage(language: string): string {
  return Intl.DateTimeFormat.supportedLocalesOf([language])[0] ?? 'en';
}
