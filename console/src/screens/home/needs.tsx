import { Globe, ListChecks, ListX, Timer, Webhook, type LucideIcon } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter';
import { useCan } from '../../data/session.ts';
import { figuresPollMs, manyPollMs, useTotal } from '../../data/totals.ts';
import { useFailedDeliveries, useFailedSources, useSkippedTriggers } from '../../data/troubles.ts';
import { useTexts } from '../../text/use-texts.ts';
import { nameOf } from '../knowledge/sources/name-of.ts';
import { homeTexts } from './texts.ts';
import { useLocalToday } from './use-today.ts';

/** Executions that wait for a decision, and failed executions, schedules, crawls and deliveries; nothing if there are none. */
export function Needs() {
  const say = useTexts(homeTexts);
  const today = useLocalToday();
  const sources = useFailedSources();
  const triggers = useSkippedTriggers();
  const deliveries = useFailedDeliveries(today?.at);
  const executions = '/executions?status=failed&failed_since=';
  const canReadRuns = useCan('executions:read');
  const { data: failedRuns = 0 } = useTotal(
    `/api/v1${executions}${today?.at}`,
    canReadRuns && today !== undefined,
    figuresPollMs,
  );
  const awaited = '/executions?awaiting_approval=true';
  const { data: toDecide = 0 } = useTotal(`/api/v1${awaited}`, canReadRuns, manyPollMs);
  const found = [sources.items, triggers.items, deliveries.items];
  if (failedRuns + toDecide === 0 && found.every(({ length }) => length === 0)) return null;
  return (
    <section class="card" aria-labelledby="needs">
      <h2 id="needs">{say('needs')}</h2>
      <ul class="needs">
        {toDecide === 0 ? null : (
          <Need icon={ListChecks} href={awaited} title={say('executionsToDecide', { count: toDecide })} />
        )}
        {failedRuns === 0 ? null : (
          <Need icon={ListX} href={executions + today?.day} title={say('failedExecutions', { count: failedRuns })} />
        )}
        {triggers.items.map(({ id, name, last_error: { message } }) => (
          <Need
            key={id}
            icon={Timer}
            href={`/settings/triggers?trigger=${id}`}
            title={say('skippedTrigger', { name })}
            note={message}
          />
        ))}
        {triggers.others === 0 ? null : (
          <Need icon={Timer} href="/settings/triggers" title={say('moreTriggers', { count: triggers.others })} />
        )}
        {sources.items.map((source) => (
          <Need
            key={source.id}
            icon={Globe}
            href={`/knowledge/${source.knowledge_base_id}/sources/${source.id}`}
            title={say('failedCrawl', { name: nameOf(source) })}
            note={source.error?.message}
          />
        ))}
        {sources.others === 0 ? null : (
          <Need icon={Globe} href="/knowledge" title={say('moreCrawls', { count: sources.others })} />
        )}
        {deliveries.items.map(({ webhook, count }) => (
          <Need
            key={webhook.id}
            icon={Webhook}
            href={`/settings/webhooks/${webhook.id}`}
            title={say('failedDeliveries', { count })}
            note={webhook.name}
          />
        ))}
        {deliveries.others === 0 ? null : (
          <Need icon={Webhook} href="/settings/webhooks" title={say('moreWebhooks', { count: deliveries.others })} />
        )}
      </ul>
    </section>
  );
}

interface NeedProps {
  icon: LucideIcon;
  href: string;
  title: ComponentChildren;
  note?: string | undefined;
}

function Need({ icon: Icon, href, title, note }: NeedProps) {
  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      <Link href={href}>{title}</Link>
      {note === undefined ? null : <bdi class="meta">{note}</bdi>}
    </li>
  );
}
