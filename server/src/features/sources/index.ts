export { createSources } from './create-sources.ts';
export { runRoutes } from './runs/runs.routes.ts';
export { rescheduleSources } from './reschedule-sources.ts';
export { createSource, listSourceDefinitions } from './sources.service.ts';
export { sourcePorts } from './source-ports.ts';
export { sourceRoutes } from './sources.routes.ts';
