/** Names by which a page addresses all crawlers, and this one. */
export const robotNames = new Set(['robots', 'porticobot']);

/** Rules that have a value after a colon and name no crawler. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/**
 * What `noindex, nofollow` or an X-Robots-Tag header forbids; rules that are addressed to another crawler
 * (`otherbot: noindex`) don't count.
 */
export function readRobotsRules(text: string): { noindex: boolean; nofollow: boolean } {
  let isForUs = true;
  const rules = new Set<string>();
  for (const part of text.toLowerCase().split(',')) {
    const [, agent, rule = ''] = /^(?:\s*([\w-]+)\s*:)?\s*([^]*)$/.exec(part) ?? [];
    if (agent !== undefined && !valued.has(agent)) isForUs = robotNames.has(agent);
    if (isForUs) rules.add(rule.trim());
  }
  const none = rules.has('none');
  return { noindex: none || rules.has('noindex'), nofollow: none || rules.has('nofollow') };
}
