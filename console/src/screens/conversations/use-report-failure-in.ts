import type { Conversation } from '@portico/shared-types/api/conversations';
import { ApiError } from '../../api/api-error.ts';
import { type Say, useTexts } from '../../text/use-texts.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { nameOf } from './names.ts';
import { conversationTexts } from './texts.ts';

/**
 * Returns the function that reports a failed action on a conversation, with the visitor's name if another one may be
 * open by then.
 */
export function useReportFailureIn(conversation: Conversation): (error: unknown) => void {
  const say = useTexts(conversationTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const isShown = useIsShown();
  return (error) => {
    const reason = findConflict(error, say) ?? explain(error);
    toaster.failed(isShown() ? reason : say('failedIn', { name: nameOf(conversation, say), reason }));
  };
}

/** Describes the conflict if a colleague acted first. */
function findConflict(error: unknown, say: Say<typeof conversationTexts>): string | undefined {
  if (!(error instanceof ApiError) || error.details['status'] === undefined) return undefined;
  const { assignee } = error.details;
  const isNamed = typeof assignee === 'object' && assignee !== null && 'name' in assignee;
  return isNamed ? say('taken', { name: String(assignee.name) }) : say('changed');
}
