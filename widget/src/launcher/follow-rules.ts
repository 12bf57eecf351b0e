import type { ProactiveRule } from '../face.ts';

export interface RulesOptions {
  rules: readonly ProactiveRule[];
  /** Name of the entry in the browser's storage. */
  key: string;
  /**
   * Whether the visitor's browser may store which messages were shown; otherwise that is kept until the page is closed.
   */
  canStore: boolean;
  /** Shows a message beside the button. False if the panel is open. */
  show(message: string): boolean;
}

interface Seen {
  visits: number;
  messages: string[];
}

/** Milliseconds after which a rule shows its message if it sets no time. */
const DEFAULT_MS = 3_000;
/** Interval in milliseconds for checking the address; single-page apps change it without loading a page. */
const POLL_MS = 500;

/**
 * Shows the owner's messages when their rules match. All conditions of a rule must hold: the path, the number of
 * visits, the seconds on the page, or the pointer leaving at the top of the window. A visit is a tab's first page.
 * Returns a function that stops it.
 */
export function followRules({ rules, key, canStore, show }: RulesOptions): () => void {
  // Nothing is stored about a visitor unless a rule needs it.
  const countsVisits = canStore && rules.some(({ minVisits }) => minVisits !== null);
  const seen = readSeen(key, canStore, countsVisits);
  const timers: ReturnType<typeof setTimeout>[] = [];
  let path = '';
  let due: ProactiveRule[] = [];

  function keep(): void {
    if (!canStore) return;
    try {
      localStorage.setItem(key, JSON.stringify(seen));
    } catch {
      // Storage is blocked or full: a message may be shown again on the next page.
    }
  }

  function say(rule: ProactiveRule): void {
    if ((rule.once && seen.messages.includes(rule.message)) || !show(rule.message)) return;
    due = due.filter((other) => other !== rule);
    if (!rule.once) return;
    seen.messages.push(rule.message);
    keep();
  }

  function arrive(): void {
    if (location.pathname === path) return;
    path = location.pathname;
    for (const timer of timers.splice(0)) clearTimeout(timer);
    due = rules.filter(
      ({ urlPattern, minVisits }) =>
        (urlPattern === null || globToPattern(urlPattern).test(path)) && seen.visits >= (minVisits ?? 0),
    );
    for (const rule of due) {
      const { afterSeconds, onExit } = rule;
      if (afterSeconds !== null || !onExit) {
        timers.push(setTimeout(() => say(rule), afterSeconds === null ? DEFAULT_MS : afterSeconds * 1_000));
      }
    }
  }

  function leave({ relatedTarget, clientY }: MouseEvent): void {
    const rule = relatedTarget === null && clientY <= 0 ? due.find(({ onExit }) => onExit) : undefined;
    if (rule) say(rule);
  }

  if (countsVisits) keep();
  arrive();
  const polling = setInterval(arrive, POLL_MS);
  document.addEventListener('mouseout', leave);
  return () => {
    clearInterval(polling);
    document.removeEventListener('mouseout', leave);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** The messages that this visitor has seen, and the visits including this one. */
function readSeen(key: string, canStore: boolean, countsVisits: boolean): Seen {
  const seen: Seen = { visits: 0, messages: [] };
  let isCounted = false;
  try {
    const { visits, messages }: Partial<Seen> = JSON.parse((canStore && localStorage.getItem(key)) || '{}');
    if (typeof visits === 'number') seen.visits = visits;
    if (Array.isArray(messages)) seen.messages = messages.filter((message) => typeof message === 'string');
    isCounted = countsVisits && sessionStorage.getItem(key) !== null;
    if (countsVisits) sessionStorage.setItem(key, '1');
  } catch {
    // Storage is blocked, or the text is not ours: as for a new visitor.
  }
  if (!isCounted || seen.visits === 0) seen.visits += 1;
  return seen;
}

/** `*` matches any part of the path. */
export function globToPattern(glob: string): RegExp {
  const source = glob.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*');
  return new RegExp(`^${source}/?$`);
}
