import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { lateDecisionTexts } from './texts.ts';
import type { LateDecision } from './use-late-decisions.ts';

interface LateDecisionListProps {
  late: readonly LateDecision[];
  /** Says that the approval with this title is no longer open, and why. */
  explain: (title: string) => string;
}

/** What a member decided or typed too late: it stays on the screen. */
export function LateDecisionList({ late, explain }: LateDecisionListProps) {
  const say = useTexts(lateDecisionTexts);
  return (
    <>
      {late.map(({ id, title, typed, wasSent }) => (
        <div key={id} role="alert">
          <Banner tone="wait">
            <p>
              {explain(title)}
              {wasSent ? ` ${say('decisionUnused')}` : null}
            </p>
            {typed === '' ? null : (
              <>
                <p>{say('typedUnsent')}</p>
                <LongText text={typed} label={say('typed')} />
              </>
            )}
          </Banner>
        </div>
      ))}
    </>
  );
}
