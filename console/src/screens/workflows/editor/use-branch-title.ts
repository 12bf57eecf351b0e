import { useCallback } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { editorTexts } from './texts.ts';

const titles: Readonly<Record<string, keyof typeof editorTexts>> = {
  true: 'isTrue',
  false: 'isFalse',
  default: 'isDefault',
  approved: 'isApproved',
  rejected: 'isRejected',
  error: 'isError',
};

/** Returns the function that names a branch; the cases of a switch have the names that people gave them. */
export function useBranchTitle(): (branch: string | undefined) => string {
  const say = useTexts(editorTexts);
  return useCallback(
    (branch = '') => {
      const title = Object.hasOwn(titles, branch) ? titles[branch] : undefined;
      return title === undefined ? branch : say(title);
    },
    [say],
  );
}
