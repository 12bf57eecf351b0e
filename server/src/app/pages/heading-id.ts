/** The fragment of a Markdown heading, as GitHub makes it: `Retry schedule` is `retry-schedule`. */
function toHeadingId(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * The fragments of all headings of a Markdown text in order; the second heading with the same name gets `-1`, and so
 * on.
 */
export function listHeadingIds(markdown: string): string[] {
  const seen = new Map<string, number>();
  const withoutCode = markdown.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, '');
  return Array.from(withoutCode.matchAll(/^#{1,6}\s+(.+)$/gm), ([, heading = '']) => {
    const id = toHeadingId(heading);
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  });
}
