import type { AnsweredQuestion } from '@portico/shared-types/api/insights';
import { Link } from 'wouter';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { improveTexts } from '../texts.ts';

/** The reply that visitors get now, and its sources. */
export function NewReply({ answered: { document, reply } }: { answered: AnsweredQuestion }) {
  const say = useTexts(improveTexts);
  const documentLink = (
    <Link href={`/knowledge/${document.knowledge_base_id}/documents/${document.id}`}>{say('openDocument')}</Link>
  );
  if (reply === null) {
    return (
      <Banner tone="wait">
        {say('notAsked')} {documentLink}
      </Banner>
    );
  }
  const isAnswered = reply.outcome === 'answered' || reply.outcome === null;
  const sources = [...new Set(reply.citations.map(({ title }) => title))];
  return (
    <section class="stack" role="status" aria-label={say('nowRead')}>
      <Banner tone={isAnswered ? 'good' : 'wait'}>
        {say(isAnswered ? 'isAnswered' : 'isNotAnswered')} {documentLink}
      </Banner>
      <h3>{say('nowRead')}</h3>
      <div class="new-reply" dir="auto">
        <MarkdownText text={reply.content} />
      </div>
      {sources.length === 0 ? null : (
        <p class="meta">
          {say('sources')}: <bdi>{sources.join(', ')}</bdi>
        </p>
      )}
    </section>
  );
}
