import type { PersonaApproval, PersonaApprovalStatus } from '@portico/shared-types/api/personas';
import type { MessageKey } from '../text/messages.ts';
import { useTexts } from '../text/texts.ts';

/** What was decided, each with the comment that was given. */
export function Decided({ approvals }: { approvals: readonly PersonaApproval[] }) {
  const texts = useTexts();
  const decided = approvals.filter(({ status }) => status !== 'pending');
  return (
    <section aria-labelledby="decided-heading" hidden={decided.length === 0}>
      <h2 id="decided-heading">{texts.say('decided')}</h2>
      <ul class="decided">
        {decided.map(({ id, title, status, comment, decidedAt }) => (
          <li key={id}>
            <span dir="auto">{title}</span>
            <span class="step-state">
              {texts.say(verdicts[status])}
              {decidedAt !== null && `, ${texts.formatTime(decidedAt)}`}
            </span>
            {comment !== null && comment !== '' && <p dir="auto">{comment}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const verdicts: Record<PersonaApprovalStatus, MessageKey> = {
  pending: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'withdrawn',
};
