export { insightRoutes } from './insights.routes.ts';
export { groupQuestions } from './questions/group-questions.ts';
