import { speakable } from '@portico/browser-kit/markdown/plain-text';
import type { SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { displayName } from '../../text/display-name.ts';
import type { Texts } from '../../text/texts.ts';

/**
 * The names of an answer's sources; null is the result itself. Passages of the same name are distinguished by their first
 * headings.
 */
export function nameSources(
  ids: readonly (string | null)[],
  passages: readonly SubmissionPassage[],
  texts: Pick<Texts, 'say'>,
): string[] {
  const cited = ids.map((id) => passages.find((passage) => passage.id === id));
  const names = ids.map((id, index) => {
    if (id === null) return texts.say('yourResult');
    const source = cited[index]?.source;
    return displayName(source?.name ?? source?.url ?? texts.say('yourMessage'));
  });
  return names.map((name, index) => {
    const isAlone = names.filter((other) => other === name).length === 1;
    const heading = isAlone ? '' : findHeading(cited[index]?.content ?? '');
    return heading === '' ? name : `${name} · ${heading}`;
  });
}

function findHeading(content: string): string {
  return displayName(speakable(/^#{1,6} .{0,300}/m.exec(content)?.[0] ?? ''));
}
