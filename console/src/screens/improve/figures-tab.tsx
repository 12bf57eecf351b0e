import type { InsightSummary } from '@portico/shared-types/api/insights';
import { Download } from 'lucide-react';
import { useSaveSummary, useSummary, type Period } from '../../data/insights.ts';
import { useWorkspace } from '../../data/settings.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { PeriodFilters } from './period-filters.tsx';
import { TotalFigures } from './total-figures.tsx';
import { improveTexts } from './texts.ts';
import { usePeriod } from './use-period.ts';

/** Statistics of conversations in a period: totals, bars over time, pages and questions. */
export function FiguresTab() {
  const say = useTexts(improveTexts);
  const workspace = useWorkspace();
  // Days follow the time zone of the workspace, not of the member or the server.
  const timezone = workspace.data?.timezone ?? 'UTC';
  const chosen = usePeriod(timezone);
  const { period, day } = chosen;
  const summary = useSummary(period, !workspace.isPending);
  const csv = useSaveSummary({ onFailed: useReportFailure() });
  return (
    <div class="stack figures-tab">
      <PeriodFilters period={chosen} withChat>
        <Button icon={Download} busy={csv.isPending} onClick={() => csv.mutate({ period, day })}>
          {say('csv')}
        </Button>
      </PeriodFilters>
      <Loaded query={summary} skeleton={<Skeleton kind="cards" lines={6} />}>
        {(loaded) => (
          <>
            <TotalFigures totals={loaded.totals} />
            <Charts summary={loaded} interval={period.interval} timezone={timezone} />
            <TopLists summary={loaded} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ChartsProps {
  summary: InsightSummary;
  interval: Period['interval'];
  timezone: string;
}

function Charts({ summary: { series }, interval, timezone }: ChartsProps) {
  const say = useTexts(improveTexts);
  const formats = useFormats();
  const rows = series.map((step) => ({
    ...step,
    key: step.from,
    name: formats.day(step.from, timezone),
    rest: Math.max(0, step.conversations - step.resolved_by_agent - step.handed_over),
  }));
  return (
    <>
      <BarChart
        title={say('conversations')}
        rowTitle={say(interval)}
        parts={[
          { name: say('resolved'), tone: 'accent' },
          { name: say('handedOver'), tone: 'wait' },
          { name: say('other'), tone: 'plain' },
        ]}
        rows={rows.map((row) => ({
          key: row.key,
          name: row.name,
          values: [row.resolved_by_agent, row.handed_over, row.rest],
        }))}
        format={formats.number}
      />
      <BarChart
        title={say('credits')}
        rowTitle={say(interval)}
        parts={[{ name: say('credits'), tone: 'accent' }]}
        rows={rows.map(({ key, name, credits }) => ({ key, name, values: [credits] }))}
        format={(value) => formats.number(Math.round(value * 100) / 100)}
      />
    </>
  );
}

function TopLists({ summary }: { summary: InsightSummary }) {
  const say = useTexts(improveTexts);
  return (
    <div class="top-lists">
      <TopList
        title={say('topPages')}
        rows={summary.top_pages.map(({ url, conversations }) => ({ name: url, count: conversations }))}
        empty={say('nothingInPeriod')}
      />
      <TopList
        title={say('topQuestions')}
        rows={summary.top_questions.map(({ question, count }) => ({ name: question, count }))}
        empty={say('noQuestions')}
      />
    </div>
  );
}

interface TopListProps {
  title: string;
  rows: readonly { name: string; count: number }[];
  empty: string;
}

function TopList({ title, rows, empty }: TopListProps) {
  const formats = useFormats();
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 ? <p class="soft">{empty}</p> : null}
      <ol class="top-list">
        {rows.map(({ name, count }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <span>{formats.number(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
