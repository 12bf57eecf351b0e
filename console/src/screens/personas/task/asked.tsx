import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { useTexts } from '../../../text/use-texts.ts';
import { DataView } from '../../../ui/data-view.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { taskTexts } from './texts.ts';

/** What is to be approved, as it will be done. */
export function Asked({ approval }: { approval: PersonaApproval }) {
  const say = useTexts(taskTexts);
  const { instruction } = approval.arguments;
  return (
    <div class="task-approval-asked">
      {approval.kind === 'step' && typeof instruction === 'string' ? (
        <LongText text={instruction} label={say('instruction')} />
      ) : (
        <DataView label={say('values')} data={approval.arguments} />
      )}
    </div>
  );
}
