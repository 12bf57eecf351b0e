import { PageQuery, SourceChange, SourceRun, sourceRunEvents } from '@portico/shared-types';
import { readLastEventId, requireEventStream } from '../../../platform/http/stream-headers.ts';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import { EventStream } from '../../../platform/sse.ts';
import { requireSource } from '../sources.service.ts';
import { cancelRunOf, getRun, pageChanges, pageRuns, startRun } from './runs.service.ts';
import { streamRun } from './stream-run.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Sources';
const params = { id: 'knowledge base', source_id: 'source' };
const ofRun = { ...params, run_id: 'run' };
const base = '/knowledge-bases/:id/sources/:source_id';

export const runRoutes = [
  versionedRoute({
    method: 'POST',
    path: `${base}/sync`,
    tag,
    summary: 'Crawl a source now',
    description: 'Starts a run, or returns the one in progress. Unchanged pages are not indexed again.',
    operationId: 'syncSource',
    scopes: ['knowledge-bases:write'],
    params,
    answer: SourceRun,
    status: 202,
    handle: async ({ platform, caller, params: { id, source_id: sourceId } }) => {
      const { refresh } = await requireSource(platform, caller.workspaceId, id, sourceId);
      return platform.database.transaction(async (tx) =>
        startRun(platform, tx, { id: sourceId, workspace_id: caller.workspaceId, refresh }),
      );
    },
  }),
  versionedRoute({
    method: 'POST',
    path: `${base}/cancel`,
    tag,
    summary: 'Cancel the run of a source',
    description: 'Returns the run. Its results so far are kept. Returns 400 if no run is in progress.',
    operationId: 'cancelSourceRun',
    scopes: ['knowledge-bases:write'],
    params,
    answer: SourceRun,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id, source_id: sourceId } }) => {
      await requireSource(platform, caller.workspaceId, id, sourceId);
      return cancelRunOf(platform, sourceId);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: `${base}/runs`,
    tag,
    summary: 'List the runs of a source',
    description: 'Lists the runs, newest first, with their counts.',
    operationId: 'listSourceRuns',
    scopes: ['knowledge-bases:read'],
    params,
    query: PageQuery,
    answer: SourceRun,
    list: true,
    handle: async ({ platform, caller, params: { id, source_id: sourceId }, query }) => {
      await requireSource(platform, caller.workspaceId, id, sourceId);
      return pageRuns(platform, sourceId, query);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: `${base}/runs/:run_id`,
    tag,
    summary: 'Get a run of a source',
    description: 'Returns a run with its counts so far.',
    operationId: 'getSourceRun',
    scopes: ['knowledge-bases:read'],
    params: ofRun,
    answer: SourceRun,
    handle: async ({ platform, caller, params: { id, source_id: sourceId, run_id: runId } }) => {
      await requireSource(platform, caller.workspaceId, id, sourceId);
      return getRun(platform, sourceId, runId);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: `${base}/runs/:run_id/changes`,
    tag,
    summary: 'List what a run changed',
    description:
      'Lists the pages that were created, changed or removed, and those that failed, in the order of the events.',
    operationId: 'listSourceRunChanges',
    scopes: ['knowledge-bases:read'],
    params: ofRun,
    query: PageQuery,
    answer: SourceChange,
    list: true,
    handle: async ({ platform, caller, params: { id, source_id: sourceId, run_id: runId }, query }) => {
      await requireSource(platform, caller.workspaceId, id, sourceId);
      await getRun(platform, sourceId, runId);
      return pageChanges(platform, runId, query);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: `${base}/runs/:run_id/events`,
    tag,
    summary: 'Follow a run of a source',
    description:
      'Server-Sent Events. Last-Event-ID resumes after that event. For a run that has ended, the stream contains only its last event.',
    operationId: 'streamSourceRun',
    scopes: ['knowledge-bases:read'],
    params: ofRun,
    events: sourceRunEvents,
    handle: async ({ platform, caller, params: { id, source_id: sourceId, run_id: runId }, headers }) => {
      requireEventStream(headers);
      await requireSource(platform, caller.workspaceId, id, sourceId);
      const run = await getRun(platform, sourceId, runId);
      const after = readLastEventId(headers) ?? 0;
      return EventStream.of((signal) => streamRun(platform, run, after, signal));
    },
  }),
];
