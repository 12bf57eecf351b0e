import type { PersonaApproval, PersonaApprovalStatus } from '@portico/shared-types/api/personas';
import { useCan, useSignedIn } from '../../../data/session.ts';
import { members } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { DataView } from '../../../ui/data-view.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { taskTexts } from './texts.ts';

const states = {
  pending: ['plain', 'stepWaiting'],
  approved: ['good', 'approved'],
  rejected: ['bad', 'rejected'],
  expired: ['bad', 'expired'],
  cancelled: ['plain', 'withdrawn'],
} as const satisfies Record<PersonaApprovalStatus, readonly [Tone, keyof typeof taskTexts]>;

/** The decisions of a task, newest first, with what exactly was approved. */
export function Decided({ approvals }: { approvals: readonly PersonaApproval[] }) {
  const say = useTexts(taskTexts);
  const nameDecider = useDeciderNames();
  const decided = approvals.filter(({ status }) => status !== 'pending').toReversed();
  if (decided.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="decided">
      <h2 id="decided">{say('decided')}</h2>
      <ul class="card decided">
        {decided.map((approval) => {
          const [tone, state] = states[approval.status];
          const decider = nameDecider(approval.decidedBy);
          return (
            <li key={approval.id} class="stack-tight">
              <div class="line">
                <span class="grow decided-title" dir="auto">
                  {approval.title}
                </span>
                <Badge tone={tone}>{say(state)}</Badge>
              </div>
              <p class="meta">
                {approval.decidedAt === null ? null : <Time at={approval.decidedAt} />} <bdi>{decider}</bdi>
              </p>
              {approval.comment === null || approval.comment === '' ? null : (
                <LongText text={approval.comment} label={say('comment')} />
              )}
              {approval.status === 'approved' && approval.kind === 'action' ? (
                <details class="more">
                  <summary>{say('values')}</summary>
                  <DataView label={say('values')} data={approval.arguments} />
                </details>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the function that names who decided, as far as this member may know. */
function useDeciderNames(): (decidedBy: string | null) => string {
  const say = useTexts(taskTexts);
  const { user } = useSignedIn();
  const known = members.useAll({ enabled: useCan('members:read') }).data ?? [];
  return (decidedBy) => {
    if (decidedBy === null) return '';
    if (decidedBy === 'link') return say('byLink');
    if (decidedBy.startsWith('key_')) return say('byKey');
    if (decidedBy === user?.id) return say('byYou');
    const member = known.find((each) => each.user.id === decidedBy);
    return member === undefined ? '' : say('byMember', { name: member.user.name });
  };
}
