export { createVisitors } from './create-visitors.ts';
export { visitorRoutes } from './visitors.routes.ts';
