import type { UsageEntry } from '@portico/shared-types/api/usage';
import { ChartColumn } from 'lucide-react';
import { useApi } from '../../api/api-context.ts';
import { agents } from '../../data/agents.ts';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { forms } from '../../data/forms.ts';
import { useUsage, type UsageGroup } from '../../data/insights.ts';
import { useCan } from '../../data/session.ts';
import { useWorkspace } from '../../data/settings.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { creditsByDay } from './credits-by-day.ts';
import { PeriodFilters } from './period-filters.tsx';
import { improveTexts } from './texts.ts';
import { usePeriod } from './use-period.ts';

const groups = ['day', 'agent', 'interface', 'model'] as const;

/** Usage and costs of models, by day, agent, chat or model. */
export function UsageTab() {
  const api = useApi();
  const say = useTexts(improveTexts);
  const formats = useFormats();
  const workspace = useWorkspace();
  const timezone = workspace.data?.timezone ?? 'UTC';
  const chosen = usePeriod(timezone);
  const { query, setFilter } = useListState();
  const group = groups.find((each) => each === query['by']) ?? 'day';
  const usage = useUsage({ from: chosen.period.from, group_by: group, days: 'workspace' }, !workspace.isPending);
  const nameOf = useNames(group);
  return (
    <div class="stack figures-tab">
      <PeriodFilters period={chosen} withChat={false}>
        <Select
          aria-label={say('groupBy')}
          value={group}
          onValue={(value) => setFilter('by', value === 'day' ? '' : value)}
          options={groups.map((value) => ({ value, label: `${say('groupBy')}: ${say(value)}` }))}
        />
      </PeriodFilters>
      <Loaded query={usage} skeleton={<Skeleton kind="rows" lines={6} />}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState icon={ChartColumn} title={say('noUsage')} />
          ) : (
            <>
              {group === 'day' ? (
                <BarChart
                  title={say('credits')}
                  rowTitle={say('day')}
                  parts={[{ name: say('credits'), tone: 'accent' }]}
                  rows={creditsByDay(entries, chosen.day, timezone, api.now()).map(({ day, credits }) => ({
                    key: day,
                    name: formats.day(day),
                    values: [credits],
                  }))}
                  format={(value) => formats.number(Math.round(value * 100) / 100)}
                />
              ) : null}
              <DataTable
                label={say('usage')}
                rows={entries.map((entry) => ({ ...entry, id: entry.key ?? '' }))}
                columns={[
                  { title: say(group), render: (entry) => <bdi>{nameOf(entry)}</bdi> },
                  {
                    title: say('credits'),
                    align: 'end',
                    render: ({ credits }) => formats.number(Math.round(credits * 100) / 100),
                  },
                  { title: say('replies'), align: 'end', render: ({ replies }) => formats.number(replies) },
                  { title: say('requests'), align: 'end', render: ({ requests }) => formats.number(requests) },
                  {
                    title: say('tokensIn'),
                    align: 'end',
                    render: ({ prompt_tokens: count }) => formats.number(count),
                  },
                  {
                    title: say('tokensOut'),
                    align: 'end',
                    render: ({ completion_tokens: count }) => formats.number(count),
                  },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Returns the function that names an entry: a date, or an agent, a chat, a form or a model. */
function useNames(group: UsageGroup): (entry: UsageEntry) => string {
  const say = useTexts(improveTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const ofInterfaces = { enabled: useCan('interfaces:read') && group === 'interface' };
  const agentList = agents.useAll({ enabled: useCan('agents:read') && group === 'agent' });
  const chatList = chatInterfaces.useAll(ofInterfaces);
  const formList = forms.useAll(ofInterfaces);
  const lists: readonly (readonly { id: string; name: string }[] | undefined)[] =
    group === 'agent' ? [agentList.data] : group === 'interface' ? [chatList.data, formList.data] : [];
  const isLoading = [agentList, chatList, formList].some((list) => list.isLoading);
  return ({ key }) => {
    if (key === null) return say('outside');
    if (group === 'day') return formats.day(key);
    const name = lists.flatMap((list) => list ?? []).find(({ id }) => id === key)?.name;
    const isGone = lists.length > 0 && lists.every((list) => list !== undefined);
    return name ?? (isGone ? `${sayUi('deleted')}: ${key}` : isLoading ? '…' : key);
  };
}
