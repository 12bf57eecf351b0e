/** What a page says itself, read once for all facts that are looked for in it. */
export class Said {
  readonly #text: string;
  #letters: string | undefined;
  #figures: string | undefined;
  #digits: string | undefined;
  #times: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether it has a text, regardless of its line breaks and marks. */
  has(text: string): boolean {
    return this.#readLetters().includes(simplify(text));
  }

  /** Whether it has the beginning of a long text. */
  hasBeginning(text: string): boolean {
    return this.#readLetters().includes(simplify(text).slice(0, 80));
  }

  /** Whether it has the last digits of a number, as a page may write it without its country. */
  hasPhone(phone: string): boolean {
    this.#digits ??= this.#text.replaceAll(/[^\d\p{L}]+/gu, '');
    return this.#digits.includes(phone.replaceAll(/\D/g, '').slice(-6));
  }

  /** Whether it has all amounts of prices, also without cents. */
  hasAmounts(prices: readonly string[]): boolean {
    this.#figures ??= this.#readLetters().replaceAll(/[.,]/g, '');
    const figures = this.#figures;
    return prices
      .flatMap((price) => price.match(/\d[\d.,\s]*/gu) ?? [])
      .map((amount) => amount.replaceAll(/[.,\s]/g, ''))
      .every((amount) => figures.includes(amount) || figures.includes(amount.replace(/00$/, '')));
  }

  /** Whether it has all times of a line, also as "7 am" or "9h30". */
  hasTimes(line: string): boolean {
    this.#times ??= readTimes(this.#text);
    const times = line.match(/\d\d:\d\d/g) ?? [];
    return times.length > 0 && times.every((time) => this.#times?.has(time));
  }

  #readLetters(): string {
    this.#letters ??= simplify(this.#text);
    return this.#letters;
  }
}

/** Letters and figures only. */
function simplify(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}.,@]+/gu, '');
}

/** The times of day in a text as "09:00". A figure alone is one only beside another, as in "9–18" and "8 to 5". */
function readTimes(text: string): Set<string> {
  const times = new Set<string>();
  const add = (hour: number, minute = '00'): unknown => times.add(`${String(hour).padStart(2, '0')}:${minute}`);
  const written = /(?<![\d.,:])(\d{1,2})(?:[:.h]([0-5]\d)|\s?(?:h\b|Uhr\b))?(?![\d]|[:.]\d)(?:\s?([ap])\.?m\b)?/gi;
  for (const [found, hour, minute, half] of text.matchAll(written)) {
    if (half !== undefined) add((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0), minute);
    else if (found !== hour) add(Number(hour), minute);
  }
  const range =
    /(?<![\d.,:])(\d{1,2})\s?(?:[-–—~]|to|bis|till?|tot|[aàå]|al?|do|og|och)\s?(?=(\d{1,2})(?![\d]|[:.,]\d))/gi;
  for (const [, from, to] of text.matchAll(range)) {
    add(Number(from));
    add(Number(to));
  }
  return times;
}
