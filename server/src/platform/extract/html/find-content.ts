import { parseHTML } from 'linkedom';
import { hasKind } from '../../lexicon/answer-forms.ts';
import { HiddenElements } from './hidden-elements.ts';

/** The parts of an element that this file needs. */
interface Node {
  readonly textContent: string | null;
  readonly parentElement: Node | null;
  readonly tagName: string;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<Node>;
  contains(other: Node): boolean;
  remove(): void;
}

/** Never part of the page's own text. */
const furniture = [
  'nav',
  'footer',
  'aside',
  'dialog',
  'form',
  'noscript',
  '[role=navigation]',
  '[role=search]',
  '[role=contentinfo]',
  '[role=complementary]',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  '[role=menubar]',
  '[hidden]',
  '[aria-hidden=true]',
].join(',');

/** Words in the class or id of consent banners. */
const consent = /(?:^|[-_\s])(?:cookie|cookies|cookiebar|consent|gdpr|ccpa|onetrust|cookiebot|usercentrics|didomi)/i;
/** Of these, words that no goods have: a bakery's cookies are in `#cookies`. */
const onlyConsent =
  /(?:^|[-_\s])(?:cookie(?:bar|bot)|consent|gdpr|ccpa|onetrust|usercentrics|didomi|cookies?[-_]?(?:bar|banner|box|consent|notice|notification|popup|pop-up|policy|law|settings|preferences|message|info|modal|overlay|wall|disclaimer|alert|dialog|hint|warning|accept))/i;
/** What consent banners say, but not those who sell cookies. */
const consentWords =
  /(?:use|using|uses|store|accept|allow|reject|verwende\p{L}*|nutzen|setzen|utilis\p{L}*|utiliz\p{L}*|us(?:a|amos|iamo)|gebruik\p{L}*|använder|bruger|bruker|używa\p{L}*|kullan\p{L}*|использу\p{L}*) (?:\p{L}+ ){0,3}(?:cookie|çerez|куки|файл)|(?:accept|allow|reject|decline) all|consent|privacy|similar technolog|datenschutz|zustimm|einverstanden|akzeptier|ablehnen|confidentialit|accepter|refuser|privaci|aceptar|rechazar|aceitar|recusar|accetta|rifiuta|toestemm|accepteer|weiger|prywatno|akcept|godkänn|integritet|samtyk|gizlilik|kabul et|hyväksy|elfogad|απόρρητ|αποδοχ|принима|принять|соглас|隐私|同意|接受|プライバシー|동의|הסכמ|פרטיות|موافق|الخصوصية/iu;
/** Maximum elements of a page that are looked at for that. */
const maxUnclear = 20;
/** Words that are used only for navigation. */
const navigation =
  /(?:^|[-_\s])(?:navbar|navigation|navheader|navfooter|mainmenu|breadcrumbs?|sphinxsidebar|sphinxsidebarwrapper|skiplink|skip-link|pagination|pager|page-footer|site-footer|footer|toplang|bottomlang)(?:$|[-_\s])/i;
/**
 * Words for boilerplate around a page's text. They also occur in names of content, such as a restaurant's menu, so the
 * share of links decides.
 */
const surrounding =
  /(?:^|[-_\s])(?:nav|navbar|navigation|navheader|navfooter|menu|mainmenu|submenu|breadcrumbs?|sidebar|sphinxsidebar|related|toc|topbar|toolbar|pagination|pager|share|sharing|social|skip|skiplink|header|footer|masthead|langs|toplang|bottomlang|subscribe|newsletter)(?:$|[-_\s])/i;
/** Elements that boilerplate consists of; a class on code or on a heading means something else. */
const containers = new Set(['a', 'button', 'div', 'header', 'menu', 'ol', 'p', 'section', 'span', 'table', 'ul']);
/** A block with more than this share of its text in links is navigation. */
const linkShare = 0.6;
/** A block with such a name and at most this much text is boilerplate, regardless of its links. */
const fewCharacters = 60;
/** Characters that link a heading to itself. */
const anchor = /^[\s¶§#🔗∞]*$/u;

/** How many elements with most of a page are measured: each time, most of it is read. No real page has more. */
const maxWrappers = 20;

/** A main element with less than this share of the page's text is considered empty. */
const smallestMain = 0.3;

/**
 * The page without boilerplate: navigation, footers, consent banners, links of headings to themselves. Only its main
 * element if it has one. Returns undefined if the page can't be parsed.
 */
export function findContent(html: string): string | undefined {
  try {
    const { document } = parseHTML(html);
    const body: Node | null = document.querySelector('body');
    if (body === null) return undefined;
    for (const element of document.querySelectorAll('script,style,template')) element.remove();
    showPanels(body);
    const before = lengthOf(body);
    const mains: Node[] = [...document.querySelectorAll('main,[role=main]')];
    const [main] = mains;
    const isMain = main !== undefined && mains.length === 1 && lengthOf(main) >= before * smallestMain;
    const root = isMain ? main : body;
    prune(root);
    if (lengthOf(root) === 0) return undefined;
    // The head contains the title.
    const head: { outerHTML: string } | null = document.querySelector('head');
    return `<html>${head?.outerHTML ?? ''}<body>${outerHtml(root)}</body></html>`;
  } catch {
    // The tree is too deep to walk; the whole page is a good enough result.
    return undefined;
  }
}

/**
 * A page that somebody saved or uploaded, without its navigation and consent banners; everything else may be what they
 * want to keep. Returns undefined if it has neither, is hardly anything else, or isn't a whole page.
 */
export function dropNavigation(html: string): string | undefined {
  if (!/<body[\s>]/i.test(html)) return undefined;
  try {
    const { document } = parseHTML(html);
    const body: Node | null = document.querySelector('body');
    if (body === null) return undefined;
    const most = countCharacters(body) / 2;
    const removed: Node[] = [];
    let left = most;
    let wrappers = 0;
    let last: Node | undefined;
    for (const element of body.querySelectorAll('nav,[role=navigation],[class],[id]')) {
      if (last?.contains(element) === true || !isNavigation(element)) continue;
      const count = countCharacters(element);
      if (count > most) {
        wrappers += 1;
        if (wrappers > maxWrappers) return undefined;
        continue;
      }
      last = element;
      if (!isLinks(element) && !isBanner(element)) continue;
      left -= count;
      removed.push(element);
    }
    if (removed.length === 0 || left < 0) return undefined;
    for (const element of removed) element.remove();
    return document.toString();
  } catch {
    return undefined;
  }
}

function isNavigation(element: Node): boolean {
  if (element.tagName.toLowerCase() === 'nav' || element.getAttribute('role') === 'navigation') return true;
  return isNamedConsent(element);
}

function isNamedConsent(element: Node): boolean {
  return containers.has(element.tagName.toLowerCase()) && consent.test(nameOf(element));
}

/** Whether an element consists of links; a menu of dishes may also be marked as navigation. */
function isLinks(element: Node): boolean {
  return linkedLength(element, 'a,button') > lengthOf(element) * linkShare;
}

/**
 * Whether an element is a consent banner by its name or, if goods have the same name, by what it says and has. `Others`
 * are those of the page whose names don't tell: reading very many, each inside another, would take too long.
 */
function asksConsent(element: Node, others: { count: number }): boolean {
  const name = nameOf(element);
  if (!consent.test(name)) return false;
  others.count += 1;
  if (onlyConsent.test(name) || others.count > maxUnclear) return true;
  const text = (element.textContent ?? '').slice(0, 5_000);
  const isGoods = [...element.querySelectorAll('img,picture')].length > 0 || hasKind('price', text);
  return isBanner(element) && (!isGoods || consentWords.test(text));
}

/** Whether an element asks for consent; the section of a policy, or a recipe, may have the same name. */
function isBanner(element: Node): boolean {
  if (!isNamedConsent(element)) return false;
  return [...element.querySelectorAll('button,[role=button],input,a[href^="#"],a[href^="javascript:"]')].length > 0;
}

function nameOf(element: Node): string {
  return `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
}

/** Makes what controls of the page show visible: it is content, and the search for the article drops what is hidden. */
function showPanels(body: Node): void {
  const elements = new HiddenElements();
  for (const control of body.querySelectorAll('[aria-controls]'))
    elements.addControl((name) => control.getAttribute(name));
  for (const element of body.querySelectorAll('[hidden],[aria-hidden=true]')) {
    if (!elements.canBeShown((name) => element.getAttribute(name))) continue;
    for (const name of ['hidden', 'aria-hidden']) element.removeAttribute(name);
  }
}

function outerHtml(root: Node): string {
  return 'outerHTML' in root && typeof root.outerHTML === 'string' ? root.outerHTML : '';
}

function prune(root: Node): void {
  // Measured once: a page may have thousands of hidden icons, and measuring reads all of its text.
  let left = countCharacters(root);
  const remove = (element: Node): void => {
    left -= countCharacters(element);
    element.remove();
  };
  /** Some servers put a form around the whole page; such a form is the page. */
  let wrappers = 0;
  const isMost = (element: Node): boolean => {
    if (wrappers > maxWrappers) return true;
    const is = countCharacters(element) > left / 2;
    if (is) wrappers += 1;
    return is;
  };
  for (const element of root.querySelectorAll(furniture)) {
    if (root.contains(element) && !isMost(element)) remove(element);
  }
  const others = { count: 0 };
  for (const element of root.querySelectorAll('[class],[id]')) {
    if (!containers.has(element.tagName.toLowerCase())) continue;
    const name = nameOf(element);
    const isNamed = asksConsent(element, others) || navigation.test(name);
    const isSurrounding = surrounding.test(name);
    if ((!isNamed && !isSurrounding) || !root.contains(element)) continue;
    const isTooMuch = isMost(element);
    if ((isNamed && !isTooMuch) || (isSurrounding && wrappers <= maxWrappers && leadsElsewhere(element)))
      remove(element);
  }
  for (const link of root.querySelectorAll('h1 a,h2 a,h3 a,h4 a,h5 a,h6 a,dt a')) {
    if (anchor.test(link.textContent ?? '')) link.remove();
  }
}

function leadsElsewhere(element: Node): boolean {
  const length = lengthOf(element);
  if (length <= fewCharacters) return ![...element.querySelectorAll('h1')].length;
  return linkedLength(element, 'a') > length * linkShare;
}

function linkedLength(element: Node, selector: string): number {
  let linked = 0;
  for (const link of element.querySelectorAll(selector)) linked += lengthOf(link);
  return linked;
}

/** Without white space, so that the parts of an element add up to the whole. */
function countCharacters(element: Node): number {
  return (element.textContent ?? '').replaceAll(/\s+/g, '').length;
}

function lengthOf(element: Node): number {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().length;
}
