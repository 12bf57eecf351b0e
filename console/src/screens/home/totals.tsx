import type { Scope } from '@portico/shared-types/api/api-keys';
import { useSummary, useUsage } from '../../data/insights.ts';
import { useCan } from '../../data/session.ts';
import { figuresPollMs, useTotal } from '../../data/totals.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Figure } from '../../ui/figure.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { homeTexts } from './texts.ts';
import { useLocalToday } from './use-today.ts';

/** Today's figures, and items that need attention. */
export function Totals() {
  const say = useTexts(homeTexts);
  const today = useLocalToday();
  return (
    <ul class="figures">
      <Total
        title={say('waiting')}
        endpoint="/api/v1/conversations?waiting=true"
        scope="conversations:read"
        href="/conversations?view=waiting"
        isUrgent
      />
      <Total
        title={say('toDecide')}
        endpoint="/api/personas/instances?status=awaiting_approval"
        scope="personas:read"
        href="/personas?status=awaiting_approval"
        isUrgent
      />
      <Total
        title={say('unanswered')}
        endpoint="/api/v1/insights/questions?state=unanswered"
        scope="insights:read"
        href="/improve?state=unanswered"
      />
      <ConversationFigures from={today?.at} />
      <Total
        title={say('failedRuns')}
        endpoint={`/api/v1/executions?status=failed&failed_since=${today?.at}`}
        isKnown={today !== undefined}
        scope="executions:read"
        href={`/executions?status=failed&failed_since=${today?.day}`}
      />
      <UsageFigures from={today?.at} />
    </ul>
  );
}

interface TotalProps {
  title: string;
  endpoint: string;
  scope: Scope;
  href?: string;
  /** Any number except 0 needs attention. */
  isUrgent?: boolean;
  /** False as long as the endpoint is not complete. */
  isKnown?: boolean;
}

function Total({ title, endpoint, scope, isUrgent = false, isKnown = true, ...rest }: TotalProps) {
  const isAllowed = useCan(scope);
  const formats = useFormats();
  const { data, error } = useTotal(endpoint, isAllowed && isKnown, figuresPollMs);
  if (!isAllowed) return null;
  if (data === undefined && error !== null) return <Unread title={title} />;
  return (
    <Figure
      {...rest}
      title={title}
      value={data === undefined ? undefined : formats.number(data)}
      isUrgent={isUrgent && (data ?? 0) > 0}
    />
  );
}

/** A figure that the server has not given yet. One that is only refreshed keeps its last number. */
function Unread({ title }: { title: string }) {
  const sayUi = useTexts(uiTexts);
  return <Figure title={title} value={undefined} note={sayUi('errorTitle')} />;
}

/** Today's new conversations, and how many of them agents resolved. */
function ConversationFigures({ from }: { from: string | undefined }) {
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const isAllowed = useCan('insights:read');
  const { data, error } = useSummary(
    { from: from ?? '', interval: 'day' },
    isAllowed && from !== undefined,
    figuresPollMs,
  );
  if (!isAllowed) return null;
  if (data === undefined && error !== null) return <Unread title={say('conversations')} />;
  const { conversations = 0, resolved_by_agent: resolved = 0 } = data?.totals ?? {};
  const share = conversations === 0 ? '–' : formats.percent(resolved / conversations);
  return (
    <>
      <Figure
        title={say('conversations')}
        href="/conversations"
        value={data === undefined ? undefined : formats.number(conversations)}
      />
      <Figure title={say('resolution')} href="/improve/figures" value={data === undefined ? undefined : share} />
    </>
  );
}

function UsageFigures({ from }: { from: string | undefined }) {
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const isAllowed = useCan('insights:read');
  const { data, error } = useUsage(
    { from: from ?? '', group_by: 'day', days: 'workspace' },
    isAllowed && from !== undefined,
    figuresPollMs,
  );
  if (!isAllowed) return null;
  if (data === undefined && error !== null) return <Unread title={say('credits')} />;
  const sum = (of: 'credits' | 'replies') => data?.reduce((total, entry) => total + entry[of], 0);
  const credits = sum('credits');
  const replies = sum('replies');
  return (
    <>
      <Figure title={say('replies')} value={replies === undefined ? undefined : formats.number(replies)} />
      <Figure
        title={say('credits')}
        href="/improve/usage"
        value={credits === undefined ? undefined : formats.number(Math.round(credits * 10) / 10)}
        note={say('creditsMean')}
      />
    </>
  );
}
