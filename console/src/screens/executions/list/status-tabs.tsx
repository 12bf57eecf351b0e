import { useCan } from '../../../data/session.ts';
import { useTotal } from '../../../data/totals.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LinkTabs } from '../../../ui/tabs.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { executionTexts } from '../texts.ts';

/** Failures first: they are what this list is opened for. */
const statuses = ['failed', 'waiting', 'running', 'pending', 'completed', 'cancelled'] as const;

/** The states as links that keep the other filters, except since when executions failed: only failed ones have that. */
export function StatusTabs({ query }: { query: Readonly<Record<string, string>> }) {
  const say = useTexts(executionTexts);
  const sayUi = useTexts(uiTexts);
  const canRead = useCan('executions:read');
  const waiting = useTotal('/api/v1/executions?status=waiting', canRead);
  const toDecide = useTotal('/api/v1/executions?awaiting_approval=true', canRead);
  const { status = '', awaiting_approval: awaiting, page: _, failed_since: __, ...filters } = query;
  const hrefOf = (chosen: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ ...filters, ...chosen }).toString();
    return search === '' ? '/executions' : `/executions?${search}`;
  };
  const ofStatus = (value: string) => hrefOf(value === '' ? {} : { status: value });
  const awaited = hrefOf({ awaiting_approval: 'true' });
  return (
    <LinkTabs
      label={say('status')}
      current={awaiting === 'true' ? awaited : ofStatus(status)}
      tabs={[
        { href: ofStatus(''), title: sayUi('all') },
        { href: awaited, title: say('toDecide'), count: positive(toDecide.data) },
        ...statuses.map((value) => ({
          href: ofStatus(value),
          title: say(value),
          count: value === 'waiting' ? positive(waiting.data) : undefined,
        })),
      ]}
    />
  );
}

function positive(count: number | undefined): number | undefined {
  return count === 0 ? undefined : count;
}
