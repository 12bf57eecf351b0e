export { findCronFault, findNextTick } from './read-schedule.ts';
export { sweepTicks } from './sweep-ticks.ts';
export { triggerJobs } from './triggers.jobs.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { findTriggersOfWorkflow } from './triggers.sql.ts';
