import type { Source, SourcePage, SourceRun, SourceRunCounts } from '@portico/shared-types/api/sources';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { followStream } from './follow-stream.ts';
import { refreshSource, runEventsPath } from './sources.ts';

/** A crawl reports many pages a second; the tree is rendered at most at this interval, in milliseconds. */
const drawMs = 400;
/** New pages change the order of the list, so it is read again, but not for each of them. */
const readMs = 2_500;

interface EventData {
  readonly counts?: SourceRunCounts;
  readonly page?: SourcePage;
  readonly run?: SourceRun;
}

/** Follows a run in progress: returns its latest counts, and keeps the pages on the screen up to date. */
export function useLiveRun(source: Source, run: SourceRun | undefined): SourceRunCounts | undefined {
  const { knowledge_base_id: baseId, id: sourceId } = source;
  const api = useApi();
  const queries = useQueryClient();
  const [counts, setCounts] = useState<{ runId: string; counts: SourceRunCounts }>();
  const runId = run?.status === 'running' ? run.id : undefined;
  const isSyncing = source.status === 'syncing';
  const wasSyncing = useRef(false);
  useEffect(() => {
    // Without a stream, only the source shows that what was read during the run is out of date.
    if (wasSyncing.current && !isSyncing) void refreshSource(queries, baseId, sourceId);
    wasSyncing.current = isSyncing;
  }, [queries, baseId, sourceId, isSyncing]);
  useEffect(() => {
    if (runId === undefined) return undefined;
    const seen = new Map<string, SourcePage>();
    let drawTimer: ReturnType<typeof setTimeout> | undefined;
    let readTimer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      drawTimer = undefined;
      queries.setQueriesData<InfiniteData<Page<SourcePage>>>({ queryKey: ['source-pages', sourceId] }, (before) =>
        before === undefined ? before : { ...before, pages: before.pages.map((page) => replacePages(page, seen)) },
      );
    };
    const read = () => {
      readTimer = undefined;
      void queries.invalidateQueries({ queryKey: ['source-pages', sourceId] });
      void queries.invalidateQueries({ queryKey: ['sources', baseId] });
    };
    const stop = followStream(api, runEventsPath(baseId, sourceId, runId), {
      onEvent: ({ data }) => {
        const event: EventData = JSON.parse(data);
        if (event.counts !== undefined) setCounts({ runId, counts: event.counts });
        if (event.page !== undefined) {
          seen.set(event.page.id, event.page);
          drawTimer ??= setTimeout(draw, drawMs);
          readTimer ??= setTimeout(read, readMs);
        }
        if (event.run !== undefined) {
          stop();
          void refreshSource(queries, baseId, sourceId);
        }
      },
    });
    return () => {
      clearTimeout(drawTimer);
      clearTimeout(readTimer);
      stop();
    };
  }, [api, queries, baseId, sourceId, runId]);
  return counts?.runId === run?.id ? (counts?.counts ?? run?.counts) : run?.counts;
}

function replacePages(page: Page<SourcePage>, seen: ReadonlyMap<string, SourcePage>): Page<SourcePage> {
  if (!page.data.some(({ id }) => seen.has(id))) return page;
  return { ...page, data: page.data.map((each) => seen.get(each.id) ?? each) };
}
