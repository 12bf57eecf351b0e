import { useCan } from '../../../data/session.ts';
import { useTotal } from '../../../data/totals.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LinkTabs } from '../../../ui/tabs.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { executionTexts } from '../texts.ts';

/** Failures first: they are what this list is opened for. */
const statuses = ['failed', 'waiting', 'running', 'pending', 'completed', 'cancelled'] as const;

/** The states as links that keep the other filters. */
export function StatusTabs({ query }: { query: Readonly<Record<string, string>> }) {
  const say = useTexts(executionTexts);
  const sayUi = useTexts(uiTexts);
  const waiting = useTotal('/api/v1/executions?status=waiting', useCan('executions:read'));
  const { status: current = '', page: _, ...filters } = query;
  const hrefOf = (status: string) => {
    const search = new URLSearchParams(status === '' ? filters : { ...filters, status }).toString();
    return search === '' ? '/executions' : `/executions?${search}`;
  };
  const count = waiting.data === 0 ? undefined : waiting.data;
  return (
    <LinkTabs
      label={say('status')}
      current={hrefOf(current)}
      tabs={[
        { href: hrefOf(''), title: sayUi('all') },
        ...statuses.map((status) => ({
          href: hrefOf(status),
          title: say(status),
          count: status === 'waiting' ? count : undefined,
        })),
      ]}
    />
  );
}
