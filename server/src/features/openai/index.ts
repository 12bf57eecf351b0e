export { createOpenAi } from './create-openai.ts';
export { openAiRoutes } from './openai.routes.ts';
