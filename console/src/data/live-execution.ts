import type { StreamEvent } from '@portico/browser-kit/events/parse-events';
import type { Execution } from '@portico/shared-types/api/executions';
import { hashKey, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { endOf } from '../ui/format-json.ts';
import {
  executionEventsPath,
  executionKey,
  isActive,
  nodeRunsKey,
  refreshExecution,
  useExecution,
  useNodeRuns,
  type NodeRunPages,
} from './executions.ts';
import { followStream } from './follow-stream.ts';
import { updateNodeRuns, type NodeEvent } from './update-node-runs.ts';

export interface LiveExecution {
  /** From 0 to 100; undefined until a node has settled. */
  readonly progress: number | undefined;
  /** The text so far of the nodes that are writing, by node id. */
  readonly texts: ReadonlyMap<string, string>;
  /** False while the stream is interrupted; it reconnects by itself. */
  readonly isConnected: boolean;
}

const idle: LiveExecution = { progress: undefined, texts: new Map(), isConnected: true };

/** A loop reports many nodes a second; the screen is rendered at most at this interval, in milliseconds. */
const drawMs = 200;
/** Events don't have the inputs of nodes, so these are read, with a pause of this length for each loaded page. */
const readMs = 1_000;
/** Also read without an event, for networks that hold streams back. */
const pollMs = 30_000;
/** Of a longer text, the end is shown, in characters. */
const maxText = 50_000;

const endings: ReadonlySet<string> = new Set(['execution:completed', 'execution:failed', 'execution:cancelled']);

/** Keeps an execution and its node runs in the cache up to date until it has ended. */
export function useLiveExecution(id: string): LiveExecution {
  const api = useApi();
  const queries = useQueryClient();
  const { data: execution } = useExecution(id);
  const { data: loaded } = useNodeRuns(id);
  const [live, setLive] = useState(idle);
  const isFollowed = execution !== undefined && isActive(execution.status) && loaded !== undefined;
  useEffect(() => {
    if (!isFollowed) return undefined;
    const key = nodeRunsKey(id);
    const texts = new Map<string, string>();
    let progress: number | undefined;
    let events: NodeEvent[] = [];
    /** What the response to the current request may lack; undefined without a request. */
    let missed: NodeEvent[] | undefined = queries.getQueryState(key)?.fetchStatus === 'fetching' ? [] : undefined;
    let hasEnded = false;
    let drawTimer: ReturnType<typeof setTimeout> | undefined;

    const apply = (received: readonly NodeEvent[]) =>
      queries.setQueryData<NodeRunPages>(key, (before) => before && updateNodeRuns(before, received));
    const stopWatching = watchRequests(queries, key, {
      onStart: () => (missed ??= [...events]),
      onResponse: () => {
        if (missed !== undefined && missed.length > 0) apply(missed);
        missed = undefined;
      },
    });
    const draw = () => {
      drawTimer = undefined;
      const received = events;
      events = [];
      apply(received);
      setLive((before) => ({ ...before, progress, texts: new Map(texts) }));
    };
    const reader = createReader(
      async () => queries.invalidateQueries({ queryKey: executionKey(id) }),
      () => readMs * (queries.getQueryData<NodeRunPages>(key)?.pages.length ?? 1),
    );
    const poll = setInterval(() => reader.read(), pollMs);
    const stop = followStream(api, executionEventsPath(id), {
      onState: (state) => setLive((before) => ({ ...before, isConnected: state === 'online' })),
      onEvent: (event) => {
        const received = readEvent(event);
        if (received.event === 'execution:progress') progress = received.data.progress;
        else {
          events.push(received);
          if (received.event !== 'node:delta') missed?.push(received);
        }
        changeTexts(texts, received);
        drawTimer ??= setTimeout(draw, drawMs);
        if (endings.has(received.event)) {
          hasEnded = true;
          stop();
          draw();
          void refreshExecution(queries, id);
        } else if (received.event !== 'node:delta') reader.read();
      },
    });
    return () => {
      clearTimeout(drawTimer);
      clearInterval(poll);
      reader.stop();
      stopWatching();
      stop();
      // The end may have been read before its event arrived; the node runs that were read with it may be older.
      const now = queries.getQueryData<Execution>(executionKey(id));
      if (!hasEnded && now !== undefined && !isActive(now.status)) void queries.invalidateQueries({ queryKey: key });
      setLive(idle);
    };
  }, [api, queries, id, isFollowed]);
  return live;
}

interface RequestListener {
  readonly onStart: () => void;
  /** Called when the response is in the cache, before it is shown. */
  readonly onResponse: () => void;
}

/** Watches the requests of a query. Returns the function that stops it. */
function watchRequests(queries: QueryClient, queryKey: QueryKey, listener: RequestListener): () => void {
  const hash = hashKey(queryKey);
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return;
    if (event.action.type === 'fetch') listener.onStart();
    else if (event.action.type === 'success' && event.action.manual !== true) listener.onResponse();
  });
}

function readEvent({ event, data }: StreamEvent): NodeEvent {
  const payload: NodeEvent['data'] = JSON.parse(data);
  return { event, data: payload };
}

/** Adds what a node writes; a node that starts again has written nothing, and a settled one has outputs instead. */
function changeTexts(texts: Map<string, string>, { event, data }: NodeEvent): void {
  const { node_id: nodeId, content = '' } = data;
  if (nodeId === undefined) return;
  if (event === 'node:delta') texts.set(nodeId, endOf(`${texts.get(nodeId) ?? ''}${content}`, maxText));
  else texts.delete(nodeId);
}

/** Reads at most once at a time, and again after a pause if something has happened meanwhile. */
function createReader(run: () => Promise<unknown>, pause: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isWanted = false;
  let isStopped = false;
  const read = (): void => {
    isWanted = true;
    if (isReading) return;
    timer ??= setTimeout(() => void start(), pause());
  };
  const start = async (): Promise<void> => {
    timer = undefined;
    isWanted = false;
    isReading = true;
    await run();
    isReading = false;
    if (isWanted && !isStopped) read();
  };
  return {
    read,
    stop: () => {
      clearTimeout(timer);
      isStopped = true;
    },
  };
}
