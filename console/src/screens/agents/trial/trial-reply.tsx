import { RotateCcw } from 'lucide-react';
import type { TrialReply } from '../../../data/trial.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { TraceView } from './trace-view.tsx';
import { trialTexts } from './texts.ts';

interface TrialReplyProps {
  reply: TrialReply;
  threadId: string | null;
  /** Sends the question of a failed reply again. */
  onRetry: (() => void) | undefined;
}

export function TrialReplyView({ reply, threadId, onRetry }: TrialReplyProps) {
  const say = useTexts(trialTexts);
  const sayUi = useTexts(uiTexts);
  const isWaiting = reply.state === 'writing' && reply.text === '';
  return (
    <div class="said-by-agent">
      {reply.text === '' ? null : <MarkdownText text={reply.text} isStreaming={reply.state === 'writing'} />}
      {isWaiting ? (
        <p class="meta">{reply.tool === null ? say('writing') : say('callsTool', { name: reply.tool })}</p>
      ) : null}
      {reply.state === 'failed' ? <Failure error={reply.error} /> : null}
      {reply.state === 'failed' && onRetry !== undefined ? (
        <Button icon={RotateCcw} onClick={onRetry}>
          {sayUi('retry')}
        </Button>
      ) : null}
      {reply.state === 'done' && reply.messageId !== null ? (
        <TraceView threadId={threadId} messageId={reply.messageId} />
      ) : null}
    </div>
  );
}
