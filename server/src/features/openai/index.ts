export { openAiRoutes } from './openai.routes.ts';
