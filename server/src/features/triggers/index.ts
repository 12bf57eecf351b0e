export { findCronFault, findNextTick } from './read-schedule.ts';
export { createTriggers } from './create-triggers.ts';
export { createTrigger, listTriggerDefinitions } from './triggers.service.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { findTriggersOfWorkflow } from './triggers.sql.ts';
