import type { Source, SourcePage } from '@portico/shared-types/api/sources';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { sourceTexts } from './texts.ts';

/** The state of a source in a word, how many of its pages failed, and why its last run failed. */
export function SourceState({ source }: { source: Source }) {
  const say = useTexts(sourceTexts);
  if (source.status === 'syncing') return <Badge tone="wait">{say('running')}</Badge>;
  const { failed, pages } = source.counts;
  if (source.status === 'idle' && failed > 0) {
    return <Badge tone="wait">{say('partlyFailed', { count: pages, failed })}</Badge>;
  }
  if (source.status === 'idle') return <Badge tone="good">{say('idle')}</Badge>;
  return (
    <span class="line">
      <Badge tone="bad">{say('failedSource')}</Badge>
      {source.error === null ? null : <span class="meta">{source.error.message}</span>}
    </span>
  );
}

export const pageTones = {
  queued: 'wait',
  ready: 'good',
  unchanged: 'good',
  failed: 'bad',
  skipped: 'plain',
} satisfies Record<SourcePage['status'], Tone>;
