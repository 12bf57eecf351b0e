/**
 * Milliseconds until a server wants the request again: what `Retry-After` of a 429 or a 503 says in seconds or as a date
 * (RFC 9110 section 10.2.3), otherwise 0.
 */
export function readRetryAfter(status: number | null, headers: Readonly<Record<string, string>> | null): number {
  const value = headers?.['retry-after'];
  if ((status !== 429 && status !== 503) || value === undefined) return 0;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
