import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import { Globe } from 'lucide-react';
import { useCan } from '../../../data/session.ts';
import { useSources } from '../../../data/sources.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useListState, useNewDialog } from '../../../ui/use-list-state.ts';
import { AddSource } from './add-source.tsx';
import { nameOf } from './name-of.ts';
import { SourceState } from './source-state.tsx';
import { sourceTexts } from './texts.ts';

/** The websites, sitemaps and lists of a base. */
export function SourcesTab({ base }: { base: KnowledgeBase }) {
  const say = useTexts(sourceTexts);
  const formats = useFormats();
  const canWrite = useCan('knowledge-bases:write');
  const { page, setPage } = useListState();
  const list = useSources(base.id, { page });
  const [isAdding, setAdding] = useNewDialog();
  const add = (
    <Button look="primary" icon={Globe} onClick={() => setAdding(true)}>
      {say('crawl')}
    </Button>
  );
  return (
    <div class="stack">
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={4} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={Globe} title={say('noSources')} text={say('noSourcesText')}>
              {canWrite ? add : null}
            </EmptyState>
          ) : (
            <>
              {canWrite ? <div class="toolbar toolbar-end">{add}</div> : null}
              <DataTable
                label={say('sources')}
                rows={data}
                href={({ id }) => `/knowledge/${base.id}/sources/${id}`}
                columns={[
                  { title: say('address'), render: (source) => <bdi>{nameOf(source)}</bdi> },
                  { title: say('status'), render: (source) => <SourceState source={source} /> },
                  { title: say('pages'), align: 'end', render: ({ counts }) => formats.number(counts.ready) },
                  { title: say('failed'), align: 'end', render: ({ counts }) => formats.number(counts.failed) },
                  {
                    title: say('lastRun'),
                    render: ({ last_run_at: at }) => (at === null ? say('notYet') : <Time at={at} />),
                  },
                  {
                    title: say('nextRun'),
                    minor: true,
                    render: ({ next_run_at: at }) => (at === null ? '–' : <Time at={at} />),
                  },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {isAdding ? <AddSource baseId={base.id} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
