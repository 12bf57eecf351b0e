import type { Source, SourceRun } from '@portico/shared-types/api/sources';
import type { Page } from '../../../api/api.ts';
import { useChanges } from '../../../data/sources.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { sourceTexts } from './texts.ts';
import { useReasonText } from './use-reason-text.ts';

const tones = { created: 'good', changed: 'accent', removed: 'plain', failed: 'bad' } satisfies Record<string, Tone>;

interface ChangesPartProps {
  source: Source;
  runs: { data: Page<SourceRun> | undefined; error: unknown; refetch: () => unknown };
}

/** The changes of a run, by default the last one. */
export function ChangesPart({ source, runs }: ChangesPartProps) {
  const say = useTexts(sourceTexts);
  return (
    <Loaded query={runs} skeleton={<Skeleton kind="rows" />}>
      {({ data }) =>
        data.length === 0 ? <p class="soft">{say('noRuns')}</p> : <RunChanges source={source} runs={data} />
      }
    </Loaded>
  );
}

function RunChanges({ source, runs }: { source: Source; runs: readonly SourceRun[] }) {
  const say = useTexts(sourceTexts);
  const formats = useFormats();
  const explain = useReasonText();
  const { query, page, setPage, setFilter } = useListState();
  const run = runs.find(({ id }) => id === query['run']) ?? runs[0];
  const changes = useChanges(source.knowledge_base_id, source.id, run?.id ?? '', { page, per_page: 50 });
  return (
    <div class="stack">
      <div class="toolbar run-choice">
        <Field label={say('run')}>
          {(links) => (
            <Select
              {...links}
              value={run?.id ?? ''}
              onValue={(value) => setFilter('run', value)}
              options={runs.map(({ id, started_at: at, status }) => ({
                value: id,
                label: `${formats.dateTime(at)} · ${say(status === 'failed' ? 'failedSource' : status)}`,
              }))}
            />
          )}
        </Field>
      </div>
      {run === undefined ? null : <RunFigures run={run} />}
      <Loaded query={changes} skeleton={<Skeleton kind="rows" lines={6} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <p class="soft">{say('noChanges')}</p>
          ) : (
            <>
              <DataTable
                label={say('changes')}
                rows={data.map((change) => ({ ...change, id: `${change.change} ${change.url}` }))}
                columns={[
                  {
                    title: say('address'),
                    render: ({ url }) => (
                      <a class="row-text" href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
                        {url}
                      </a>
                    ),
                  },
                  { title: say('what'), render: ({ change }) => <Badge tone={tones[change]}>{say(change)}</Badge> },
                  {
                    title: say('reason'),
                    render: ({ reason }) => (reason === null ? '' : <bdi>{explain(reason)}</bdi>),
                  },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function RunFigures({ run: { counts, error } }: { run: SourceRun }) {
  const say = useTexts(sourceTexts);
  const formats = useFormats();
  const parts = (['created', 'changed', 'unchanged', 'removed', 'failed', 'skipped'] as const).filter(
    (name) => counts[name] > 0,
  );
  return (
    <p>
      {parts.map((name) => `${say(name)}: ${formats.number(counts[name])}`).join(' · ')}
      {error === null ? null : <span class="fault"> {error.message}</span>}
    </p>
  );
}
