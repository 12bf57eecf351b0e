export { createPersonas } from './create-personas.ts';
export { instanceRoutes } from './tasks.routes.ts';
export { requireTask } from './tasks/tasks.service.ts';
export { linkedRoutes } from './linked.routes.ts';
export type { PersonasPlatform } from './personas-platform.ts';
export { personaRoutes } from './personas.routes.ts';
export { findPersonasNaming, findPersonasWithAgent } from './personas.sql.ts';
export { fillStarterPersonas } from './starter-personas.ts';
export { readTaskEvents } from './tasks/stream-task.ts';
