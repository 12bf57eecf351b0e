import { Link } from 'wouter';
import { useLastReply } from '../../../data/trial.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IdText } from '../../../ui/id-text.tsx';
import { TraceView } from '../../agents/trial/trace-view.tsx';
import { formTexts } from '../texts.ts';

/** The agent that has handled a submission, and how its reply came about. */
export function AgentReply({ threadId }: { threadId: string }) {
  const say = useTexts(formTexts);
  const canRead = useCan('threads:read');
  const canOpen = useCan('agents:read');
  const { data: reply } = useLastReply(threadId, canRead);
  const agent = reply?.author;
  // A reply that doesn't exist yet, or was deleted, has no trace.
  if (reply == null || agent == null) return <Facts facts={[[say('thread'), <IdText key="thread" id={threadId} />]]} />;
  const name = agent.name ?? agent.id ?? '–';
  return (
    <>
      <Facts
        facts={[
          [
            say('agent'),
            canOpen && agent.id !== null ? (
              <Link key="agent" href={`/agents/${agent.id}`}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi key="agent">{name}</bdi>
            ),
          ],
        ]}
      />
      <TraceView threadId={threadId} messageId={reply.id} />
    </>
  );
}
