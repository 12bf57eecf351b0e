import type { FirstRun } from '../../data/first-run.ts';

export interface Step {
  readonly name: 'agent' | 'base' | 'chat' | 'live';
  readonly isDone: boolean;
  readonly href: string;
}

/** The browser's storage key under which it remembers that all steps of a workspace are done. */
export const doneKeyOf = (workspaceId: string): string => `first-run-done:${workspaceId}`;

/** The steps from nothing to an agent on the owner's site, each with the place where it is done. */
export function stepsOf({ agentId, baseId, hasKnowledge, chatId, sites }: FirstRun): Step[] {
  return [
    { name: 'agent', isDone: agentId !== undefined, href: '/agents?new=1' },
    { name: 'base', isDone: hasKnowledge, href: baseId === undefined ? '/knowledge?new=1' : `/knowledge/${baseId}` },
    { name: 'chat', isDone: chatId !== undefined, href: '/chat?new=1' },
    { name: 'live', isDone: sites.length > 0, href: chatId === undefined ? '/chat' : `/chat/${chatId}/install` },
  ];
}
