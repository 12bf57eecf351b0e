export { createUiMessages } from './create-ui-messages.ts';
export { readLastMessage } from './read-ui-request.ts';
export { streamUiMessage } from './stream-ui-message.ts';
export { uiMessageRoutes } from './ui-messages.routes.ts';
