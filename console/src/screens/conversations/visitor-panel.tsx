import { safeUrl } from '@portico/browser-kit/markdown/safe-url';
import type { Conversation } from '@portico/shared-types/api/conversations';
import { X } from 'lucide-react';
import { useRef } from 'preact/hooks';
import { Link } from 'wouter';
import { useChangeTags } from '../../data/conversations.ts';
import { useCan } from '../../data/session.ts';
import { useStoredText } from '../../form/use-stored-text.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { EarlierConversations } from './earlier-conversations.tsx';
import { handoverText } from './names.ts';
import { conversationTexts } from './texts.ts';
import { useReportFailureIn } from './use-report-failure-in.ts';

/** The visitor's data and page, and the cost of the conversation. */
export function VisitorPanel({ conversation }: { conversation: Conversation }) {
  const say = useTexts(conversationTexts);
  const { visitor, csat, handover, page_url: page } = conversation;
  const metadata = Object.entries(visitor.metadata);
  return (
    <aside class="visitor" aria-label={say('visitor')}>
      <dl class="facts">
        {handover === null ? null : <Fact name={say('askedFor')}>{handoverText(handover) ?? say('noReason')}</Fact>}
        <Fact name={say('name')}>{visitor.name ?? say('unknown')}</Fact>
        <Fact name={say('email')}>{visitor.email ?? say('unknown')}</Fact>
        {visitor.user_id === null ? null : (
          <Fact name={say('userId')}>
            {visitor.user_id} {visitor.verified ? <Badge tone="good">{say('verified')}</Badge> : null}
          </Fact>
        )}
        {visitor.locale === null ? null : <Fact name={say('language')}>{visitor.locale}</Fact>}
        {page === null ? null : (
          <Fact name={say('page')}>
            <Page address={page} />
          </Fact>
        )}
        {metadata.map(([key, value]) => (
          <Fact key={key} name={key}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
        <Fact name={say('chat')}>{conversation.interface.name}</Fact>
        <Fact name={say('began')}>
          <Time at={conversation.created_at} />
        </Fact>
        <Fact name={say('cost')}>{say('credits', { count: conversation.cost_credits })}</Fact>
        {csat === null ? null : (
          <Fact name={say('score')}>
            {say('scoreOf', { score: csat.score })}
            {csat.comment === null ? null : <p dir="auto">{csat.comment}</p>}
          </Fact>
        )}
      </dl>
      <Tags conversation={conversation} />
      <EarlierConversations conversation={conversation} />
      <Link href="/settings/visitors" state={{ visitor_id: visitor.id }} className="help">
        {say('visitorData')}
      </Link>
    </aside>
  );
}

/** The address of the visitor's page. Visitors can send anything as one, so it is only a link if it may be opened. */
function Page({ address }: { address: string }) {
  const url = safeUrl(address);
  if (url === null) return <bdi>{address}</bdi>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
      {address}
    </a>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function Tags({ conversation }: { conversation: Conversation }) {
  const { id, tags } = conversation;
  const say = useTexts(conversationTexts);
  const canWrite = useCan('conversations:write');
  const report = useReportFailureIn(conversation);
  const [typed, setTyped, , putBack] = useStoredText(`tag:${id}`);
  const change = useChangeTags(id, {
    onFailed: (error, { act, tag }) => {
      if (act === 'add') putBack(tag);
      report(error);
    },
  });
  const input = useRef<HTMLInputElement>(null);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag === '') return;
    setTyped('');
    change.mutate({ act: 'add', tag });
  };
  return (
    <section class="stack">
      <h3>{say('tags')}</h3>
      <ul class="line tags">
        {tags.map((tag) => (
          <li key={tag} class="tag">
            <bdi>{tag}</bdi>
            {canWrite ? (
              <button
                type="button"
                aria-label={say('removeTag', { tag })}
                onClick={() => {
                  change.mutate({ act: 'remove', tag });
                  // Its button is about to disappear.
                  input.current?.focus();
                }}
              >
                <X size={12} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {canWrite ? (
        <form onSubmit={add}>
          <TextInput
            ref={input}
            aria-label={say('addTag')}
            placeholder={say('addTag')}
            maxLength={64}
            value={typed}
            onValue={setTyped}
          />
        </form>
      ) : null}
    </section>
  );
}
