import type { SavedTrigger } from '@portico/shared-types/api/triggers';
import { useFaultText } from '../../../form/use-fault-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { triggerTexts } from './texts.ts';

/** Returns the function that reports why a schedule that was just saved will start nothing; nothing if it will. */
export function useReportWarnings(): (saved: SavedTrigger) => void {
  const say = useTexts(triggerTexts);
  const faultText = useFaultText();
  const toaster = useToaster();
  return ({ name, warnings = [] }) => {
    if (warnings.length === 0) return;
    const reasons = warnings.map(({ path, message }) => {
      // Warnings have no codes.
      const reason = faultText({ code: message === 'is required' ? 'required' : '', message });
      return `${path.replace(/^body\.(inputs\.)?/, '')}: ${reason}`;
    });
    toaster.failed(say('willSkip', { name, reasons: reasons.join(' ') }));
  };
}
