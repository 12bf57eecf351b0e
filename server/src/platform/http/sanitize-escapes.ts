/**
 * Treats a percent sign that begins no valid UTF-8 escape as a literal one, so that `/agents/%zz` asks for the agent
 * “%zz”: a malformed identifier is a 404 like an unknown one, after the same checks and in the same envelope
 * (docs/reference/addresses.md#order-of-checks). Express would reject the address before any route.
 */
export function sanitizeEscapes(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.split('/').map(sanitizeSegment).join('/') + url.slice(path.length);
}

function sanitizeSegment(segment: string): string {
  try {
    decodeURIComponent(segment);
    return segment;
  } catch {
    return segment.replaceAll('%', '%25');
  }
}
