import { noAnswerTool } from './no-answer.ts';
import type { OpenTool } from './open-tool.ts';
import { handoverTool } from './request-handover.ts';

/**
 * The built-in tools with which a model reports something about its reply. Replies offer them in addition to the
 * agent's tools, which can't be saved with these names.
 */
export const replyTools: readonly OpenTool[] = [noAnswerTool, handoverTool];
