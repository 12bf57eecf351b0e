import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The content of /metrics (Prometheus text format). */
export interface Metrics {
  readonly registry: Registry;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** Work that is due and that no process has taken. */
export interface WaitingWork {
  readonly work: string;
  readonly count: number;
  /** Seconds since the oldest of it is due; 0 if there is none. */
  readonly seconds: number;
}

/** `measure` returns the work that waits; a scrape without it has no values for it. */
export function createMetrics(measure: () => Promise<readonly WaitingWork[]>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addWaitingWork(registry, measure);
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'portico_http_request_seconds',
      help: 'Time from a request to the end of its response, in seconds.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
  };
}

function addWaitingWork(registry: Registry, measure: () => Promise<readonly WaitingWork[]>): void {
  let measuring: Promise<readonly WaitingWork[]> | undefined;
  /** One measurement for both, and for scrapes at the same time. */
  const measureOnce = async (): Promise<readonly WaitingWork[]> => {
    measuring ??= measure()
      .catch(() => [])
      .finally(() => {
        measuring = undefined;
      });
    return measuring;
  };
  const add = (name: string, help: string, valueOf: (waiting: WaitingWork) => number): void => {
    const gauge: Gauge<'work'> = new Gauge({
      name,
      help,
      labelNames: ['work'],
      registers: [registry],
      async collect() {
        gauge.reset();
        for (const waiting of await measureOnce()) gauge.set({ work: waiting.work }, valueOf(waiting));
      },
    });
  };
  add('portico_work_waiting', 'Work that is due and that no process has taken.', ({ count }) => count);
  add('portico_work_waiting_seconds', 'Seconds since the oldest of that work is due.', ({ seconds }) => seconds);
}
