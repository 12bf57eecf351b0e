import type { TrialReply } from '../../../data/trial.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Failure } from '../../../ui/failure.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { TraceView } from './trace-view.tsx';
import { trialTexts } from './texts.ts';

export function TrialReplyView({ reply, threadId }: { reply: TrialReply; threadId: string | null }) {
  const say = useTexts(trialTexts);
  const isWaiting = reply.state === 'writing' && reply.text === '';
  return (
    <div class="said-by-agent">
      {reply.text === '' ? null : <MarkdownText text={reply.text} isStreaming={reply.state === 'writing'} />}
      {isWaiting ? (
        <p class="meta">{reply.tool === null ? say('writing') : say('callsTool', { name: reply.tool })}</p>
      ) : null}
      {reply.state === 'failed' ? <Failure error={reply.error} /> : null}
      {reply.state === 'done' && reply.messageId !== null ? (
        <TraceView threadId={threadId} messageId={reply.messageId} />
      ) : null}
    </div>
  );
}
