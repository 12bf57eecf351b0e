import { isRecord } from '../../is-record.ts';
import { detectLanguage } from '../../lexicon/languages.ts';
import { findThings, hasType, listValues, readText, type Thing, toLine } from './find-nodes.ts';
import { labelsOf } from './labels.ts';
import { listHours } from './opening-hours.ts';
import { Said } from './said.ts';

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

/** Maximum businesses, products and questions, each, and how many of each are looked at for those the page lacks. */
const most = 50;
const maxRead = 200;

/**
 * The facts that a page has only in its data for search engines (JSON-LD of schema.org), as Markdown: the address, the
 * numbers and the hours of a business, prices of products, and questions with their answers.
 */
export function readStructuredData(html: string, { text, address, isFirst, convert }: StructuredOptions): string {
  const things = findThings(html);
  if (things.length === 0) return '';
  const language = findLanguage(html, text);
  const said = new Said(text);
  const all = things.map(({ thing }) => thing);
  const businesses = things
    .filter(({ thing, isOwn }) => isOwn && isBusiness(thing) && !isOfOtherSite(thing, address))
    .map(({ thing }) => thing)
    .filter((thing) => isFirst || isOfPage(thing, address));
  return [
    describeEach(businesses, (thing) => describeBusiness(thing, said, language)),
    describeEach(
      all.filter((thing) => hasType(thing, /Product|Service$|MenuItem|Course$/)),
      (thing) => describeOffer(thing, said, language),
    ),
    describeEach(
      all.filter((thing) => hasType(thing, /^(?:https?:\/\/schema\.org\/)?Question$/)),
      (thing) => describeQuestion(thing, said, convert),
    ),
  ]
    .flat()
    .join('\n\n');
}

/** The first descriptions that say something, each once. */
function describeEach(things: readonly Thing[], describe: (thing: Thing) => string): string[] {
  const blocks = new Set<string>();
  for (const thing of things.slice(0, maxRead)) {
    if (blocks.size >= most) break;
    const block = describe(thing);
    if (block !== '') blocks.add(block);
  }
  return [...blocks];
}

/** The language that a page names, or that it is written in. */
function findLanguage(html: string, text: string): string {
  const named = /<html\b[^>]{0,300}\blang\s{0,9}=\s{0,9}["']?([a-z]{2,3})\b/i.exec(html)?.[1]?.toLowerCase();
  if (named === undefined) return detectLanguage(text) ?? 'en';
  return named === 'nb' || named === 'nn' ? 'no' : named;
}

function isBusiness(thing: Thing): boolean {
  if (hasType(thing, /Person|Address|Event|Product|JobPosting|ContactPoint/)) return false;
  return ['openingHours', 'openingHoursSpecification', 'address', 'telephone'].some(
    (name) => thing[name] !== undefined,
  );
}

/** Whether a business has a site elsewhere, as those of a portal do. */
function isOfOtherSite(thing: Thing, address: string | undefined): boolean {
  const siteOf = (url: string): string | undefined => URL.parse(url, address)?.hostname.split('.').slice(-2).join('.');
  const url = readText(thing, 'url').split(', ')[0] ?? '';
  return address !== undefined && url !== '' && siteOf(url) !== siteOf(address);
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

function describeBusiness(thing: Thing, said: Said, language: string): string {
  const labels = labelsOf(language);
  const lines: string[] = [];
  const places = listValues(thing, 'address').map((value) => (isRecord(value) ? joinAddress(value) : toLine(value)));
  for (const place of new Set(places))
    if (place !== '' && !said.has(place.split(', ')[0] ?? '')) lines.push(`${labels.address}: ${place}`);
  const contacts = [thing, ...listValues(thing, 'contactPoint').filter(isRecord)];
  const phones = new Set(contacts.map((each) => readText(each, 'telephone')));
  for (const phone of phones) if (phone !== '' && !said.hasPhone(phone)) lines.push(`${labels.phone}: ${phone}`);
  const emails = new Set(contacts.map((each) => readText(each, 'email').replace(/^mailto:/i, '')));
  for (const email of emails) if (email !== '' && !said.has(email)) lines.push(`${labels.email}: ${email}`);
  const payment = readText(thing, 'paymentAccepted');
  if (payment !== '' && !said.has(payment)) lines.push(`${labels.payment}: ${payment}`);
  const hours = listHours(thing, safeLanguage(language), labels.closed);
  const isNew = hours.some((line) => !said.hasTimes(line));
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

function describeOffer(thing: Thing, said: Said, language: string): string {
  const name = readText(thing, 'name');
  const offers = listValues(thing, 'offers').filter(isRecord);
  const prices = offers.flatMap((offer) => {
    const specified: Thing = listValues(offer, 'priceSpecification').find(isRecord) ?? {};
    const currency = readText(offer, 'priceCurrency') || readText(specified, 'priceCurrency');
    const low = formatPrice(offer['price'] ?? offer['lowPrice'] ?? specified['price'], currency, language);
    const high = formatPrice(offer['highPrice'], currency, language);
    return low === '' ? [] : [high === '' || high === low ? low : `${low} – ${high}`];
  });
  const shown = [...new Set(prices)].join(', ');
  return name === '' || shown === '' || said.hasAmounts(prices) ? '' : `${name}: ${shown}`;
}

/** Making one takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatPrice(value: unknown, currency: string, language: string): string {
  const written = toLine(value);
  // "12,50" is not a form of schema.org, but many write it.
  const amount = /^\d[\d.]*(?:,\d\d)?$/.test(written) ? Number(written.replace(',', '.')) : Number.NaN;
  if (!Number.isFinite(amount)) return '';
  if (!/^[A-Z]{3}$/.test(currency)) return '';
  const key = `${language} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(safeLanguage(language), { style: 'currency', currency });
  formats.set(key, format);
  return format.format(amount);
}

function describeQuestion(thing: Thing, said: Said, convert: (html: string) => string): string {
  const question = readText(thing, 'name') || readText(thing, 'text');
  const accepted = [...listValues(thing, 'acceptedAnswer'), ...listValues(thing, 'suggestedAnswer')].find(isRecord);
  const written = accepted?.['text'];
  const answer = typeof written === 'string' ? convert(written.slice(0, 20_000)) : '';
  if (question === '' || answer === '' || said.hasBeginning(answer)) return '';
  return `### ${question}\n\n${answer}`;
}

/** A language that texts can be written in. */
function safeLanguage(language: string): string {
  return Intl.DateTimeFormat.supportedLocalesOf([language])[0] ?? 'en';
}
