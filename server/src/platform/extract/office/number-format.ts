/** How a cell shows its number (ECMA-376 18.8.31), as far as it says what the number means: `€ 12.50`, `21%`, `5 kg`. */
export interface NumberFormat {
  prefix: string;
  suffix: string;
  isPercent: boolean;
  /** Leading zeros fill the integer part up to this number of digits. */
  minDigits: number;
  minDecimals: number;
  maxDecimals: number;
}

const token = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|([#0,.]+)|([\s%€$£¥₹₽₩()+-])|([^])/gu;

/**
 * Reads the part of a format's code for positive numbers; undefined for another format, such as a fraction, or one whose
 * parts are for other numbers (`[<1]0%;0`).
 */
export function readNumberFormat(code: string): NumberFormat | undefined {
  if (/\[[<>=]/.test(code)) return undefined;
  const [section = ''] = code.split(';');
  const format = { prefix: '', suffix: '', isPercent: false, minDigits: 0, minDecimals: 0, maxDecimals: 0 };
  let digits: string | undefined;
  for (const [, quoted, escaped, currency, pattern, plain, other] of section.matchAll(token)) {
    if (other !== undefined) return undefined;
    if (pattern !== undefined) {
      if (digits !== undefined) return undefined;
      digits = pattern;
      continue;
    }
    const literal = quoted ?? escaped ?? currency ?? plain ?? '';
    if (plain === '%') format.isPercent = true;
    if (digits === undefined) format.prefix += literal;
    else format.suffix += literal;
  }
  // A comma at the end divides the number by 1,000.
  const [, whole, decimals = ''] = /^((?:[#0,]*[#0])?)(?:\.([#0]*))?$/.exec(digits ?? '') ?? [];
  if (whole === undefined || digits === undefined || decimals.length > 10) return undefined;
  const zeros = (part: string): number => part.replaceAll(/[^0]/g, '').length;
  return { ...format, minDigits: zeros(whole), minDecimals: zeros(decimals), maxDecimals: decimals.length };
}

/** A number as the cell shows it, but with a decimal point and without separators of thousands in all languages. */
export function formatNumber(value: number, format: NumberFormat): string {
  const shown = Math.abs(format.isPercent ? value * 100 : value);
  if (shown >= 1e15) return String(value);
  // 1.005 is stored as a little less, but is shown as 1.01.
  const rounded = Number(shown.toPrecision(15)) * (1 + Number.EPSILON);
  const [whole = '', decimals = ''] = rounded.toFixed(format.maxDecimals).split('.');
  const needed = decimals.slice(0, format.minDecimals) + decimals.slice(format.minDecimals).replace(/0+$/, '');
  const number = whole.padStart(format.minDigits, '0') + (needed === '' ? '' : `.${needed}`);
  const sign = value < 0 && /[1-9]/.test(number) ? '-' : '';
  return `${sign}${format.prefix}${number}${format.suffix}`.trim();
}
