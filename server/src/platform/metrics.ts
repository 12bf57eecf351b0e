import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** The content of /metrics (Prometheus text format). */
export interface Metrics {
  readonly registry: Registry;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly jobs: Counter<'job' | 'outcome'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'portico_http_request_seconds',
      help: 'Time from a request to the end of its answer, in seconds.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'portico_jobs_total',
      help: 'Jobs that ended, by kind and outcome.',
      labelNames: ['job', 'outcome'],
      registers: [registry],
    }),
  };
}
