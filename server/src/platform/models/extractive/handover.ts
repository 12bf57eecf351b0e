import type { ToolCall } from '@portico/shared-types';
import type { Texts } from '@portico/shared-types/languages/en/model';
import { textsByLanguage } from '@portico/shared-types/languages/lists/model';
import type { ChatTool } from '../chat-model.ts';
import { createCallId } from '../create-call-id.ts';

const toolName = 'request_handover';
const maxLength = 200;

/**
 * The tool call by which the model asks for a person; undefined if the user doesn't want one, or no such tool is
 * offered.
 */
export function callPerson(prompt: string, tools: readonly ChatTool[]): ToolCall | undefined {
  if (!tools.some(isHandover) || findWish(prompt) === undefined) return undefined;
  const text = prompt.trim();
  const id = createCallId();
  return { id, name: toolName, arguments: { reason: text, summary: text } };
}

/** An agent's own tool may have the name, but then it rarely has the arguments. */
function isHandover({ name, parameters: { required } }: ChatTool): boolean {
  return name === toolName && Array.isArray(required) && required.join(' ') === 'reason summary';
}

/** The reply after a person has been requested; undefined if the message was about something else. */
export function announcePerson(prompt: string, calledTools: readonly string[]): string | undefined {
  return calledTools.includes(toolName) ? (findWish(prompt) ?? textsByLanguage.en.handover).answer : undefined;
}

/** The phrase decides the language. */
function findWish(prompt: string): Texts['handover'] | undefined {
  const text = prompt.trim();
  if (text.length === 0 || text.length > maxLength) return undefined;
  return Object.values(textsByLanguage)
    .map(({ handover }) => handover)
    .find(({ asks }) => asks.test(text));
}
