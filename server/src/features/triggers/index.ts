export { findCronFault, findNextTick } from './read-schedule.ts';
export { createTriggers } from './create-triggers.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { findTriggersOfWorkflow } from './triggers.sql.ts';
