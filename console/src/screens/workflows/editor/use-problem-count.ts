import { useTexts } from '../../../text/use-texts.ts';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';

/** How many problems and warnings the workflow has, in words. `isWarning`: there are only warnings, with which it runs. */
export function useProblemCount(): { text: string; isWarning: boolean } {
  const say = useTexts(editorTexts);
  const { all } = useEditor().faults;
  const warnings = all.filter(({ isWarning }) => isWarning).length;
  const problems = all.length - warnings;
  const counts = [
    ...(problems === 0 ? [] : [say('problems', { count: problems })]),
    ...(warnings === 0 ? [] : [say('warnings', { count: warnings })]),
  ];
  return { text: counts.join(' · '), isWarning: problems === 0 };
}
