import { Globe, ListX, Webhook } from 'lucide-react';
import { Link } from 'wouter';
import { useCan } from '../../data/session.ts';
import { useTotal } from '../../data/totals.ts';
import { useFailedCrawls, useFailedDeliveries } from '../../data/troubles.ts';
import { useTexts } from '../../text/use-texts.ts';
import { nameOf } from '../knowledge/sources/name-of.ts';
import { homeTexts } from './texts.ts';

/** Failed executions, crawls and deliveries; nothing if there are none. */
export function Needs({ today }: { today: string }) {
  const say = useTexts(homeTexts);
  const crawls = useFailedCrawls();
  const deliveries = useFailedDeliveries(today);
  const executions = `/executions?status=failed&from=${today}`;
  const { data: failedRuns = 0 } = useTotal(`/api/v1${executions}`, useCan('executions:read'));
  if (crawls.length === 0 && deliveries.length === 0 && failedRuns === 0) return null;
  return (
    <section class="card" aria-labelledby="needs">
      <h2 id="needs">{say('needs')}</h2>
      <ul class="needs">
        {failedRuns === 0 ? null : (
          <li>
            <ListX size={16} aria-hidden="true" />
            <Link href={executions}>{say('failedExecutions', { count: failedRuns })}</Link>
          </li>
        )}
        {crawls.map(({ source, base }) => (
          <li key={source.id}>
            <Globe size={16} aria-hidden="true" />
            <Link href={`/knowledge/${base.id}/sources/${source.id}`}>
              {say('failedCrawl', { name: nameOf(source) })}
            </Link>
            <span class="meta">{source.error?.message ?? ''}</span>
          </li>
        ))}
        {deliveries.map(({ webhook, count }) => (
          <li key={webhook.id}>
            <Webhook size={16} aria-hidden="true" />
            <Link href={`/settings/webhooks/${webhook.id}`}>{say('failedDeliveries', { count })}</Link>
            <bdi class="meta">{webhook.name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
