import { cutText } from '@portico/browser-kit/cut-text';
import { useFormats } from '../text/formats.ts';
import { useTexts } from '../text/use-texts.ts';
import { conflictTexts } from './conflict-texts.ts';

const maxNames = 3;
const maxNameLength = 60;

/**
 * The warning that saving replaces what somebody else has changed, and the verb of the button that does it; undefined if
 * nobody has changed the same. `conflicts` are names for people.
 */
export function useConflictText(conflicts: readonly string[]): { text: string; action: string } | undefined {
  const say = useTexts(conflictTexts);
  const formats = useFormats();
  if (conflicts.length === 0) return undefined;
  const different = [...new Set(conflicts)];
  const names = different.slice(0, maxNames).map((name) => cutText(name, maxNameLength));
  const list = formats.list(different.length > maxNames ? [...names, '…'] : names);
  return { text: say('changedByOthers', { names: list }), action: say('saveAnyway') };
}
