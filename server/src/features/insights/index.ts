export { createInsights } from './create-insights.ts';
export { insightRoutes } from './insights.routes.ts';
