export { bindCrawlJobs, startCrawler } from './runs/runs.worker.ts';
export { runRoutes } from './runs/runs.routes.ts';
export { sourceRoutes } from './sources.routes.ts';
export { sweepHosts, sweepSources } from './sweep-sources.ts';
