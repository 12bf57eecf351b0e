const ALLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The address if a reply may link to it: absolute, and http, https, mailto or tel; else null. */
export function safeUrl(text: string): string | null {
  try {
    const url = new URL(text.startsWith('//') ? `https:${text}` : text);
    return ALLOWED.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
