import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import { Globe } from 'lucide-react';
import { useCan } from '../../../data/session.ts';
import { useSources } from '../../../data/sources.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
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
  const { page, search } = useListState();
  const list = useSources(base.id, { page, search });
  const [isAdding, setAdding] = useNewDialog();
  const add = (
    <Button look="primary" icon={Globe} onClick={() => setAdding(true)}>
      {say('crawl')}
    </Button>
  );
  return (
    <div class="stack">
      <FoundList
        query={list}
        lines={4}
        filters={canWrite ? <div class="toolbar-last">{add}</div> : undefined}
        empty={
          <EmptyState icon={Globe} title={say('noSources')} text={say('noSourcesText')}>
            {canWrite ? add : null}
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label={say('sources')}
            rows={rows}
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
        )}
      </FoundList>
      {isAdding && canWrite ? <AddSource baseId={base.id} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
