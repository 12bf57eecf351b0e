import type { Source, SourceRunCounts } from '@portico/shared-types/api/sources';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { SourceState } from './source-state.tsx';
import { sourceTexts } from './texts.ts';

/** The progress of a run; afterwards the state of the pages and the time of the next run. */
export function RunState({ source, counts }: { source: Source; counts: SourceRunCounts | undefined }) {
  const say = useTexts(sourceTexts);
  const formats = useFormats();
  const isRunning = source.status === 'syncing';
  const done = counts === undefined ? 0 : doneOf(counts);
  const progress =
    counts === undefined
      ? undefined
      : say('progress', { fetched: formats.number(done), discovered: formats.number(counts.discovered) });
  return (
    <section class="card run-state" aria-label={say('status')}>
      <div class="line">
        <SourceState source={source} />
        {isRunning && progress !== undefined ? <span class="grow">{progress}</span> : <span class="grow" />}
        {isRunning ? null : (
          <>
            <span class="meta">
              {say('lastRun')}: {source.last_run_at === null ? say('notYet') : <Time at={source.last_run_at} />}
            </span>
            {source.next_run_at === null ? null : (
              <span class="meta">
                {say('nextRun')}: <Time at={source.next_run_at} />
              </span>
            )}
          </>
        )}
      </div>
      {isRunning && counts !== undefined ? (
        <progress value={done} max={Math.max(counts.discovered, 1)} aria-label={progress} />
      ) : null}
      <dl class="run-counts">
        {isRunning && counts !== undefined ? (
          <>
            <Count name={say('created')} value={counts.created} />
            <Count name={say('changed')} value={counts.changed} />
            <Count name={say('unchanged')} value={counts.unchanged} />
            <Count name={say('failed')} value={counts.failed} bad />
            <Count name={say('skipped')} value={counts.skipped} />
          </>
        ) : (
          <>
            <Count name={say('ready')} value={source.counts.ready} />
            <Count name={say('failed')} value={source.counts.failed} bad />
            <Count name={say('skipped')} value={source.counts.skipped} />
          </>
        )}
      </dl>
    </section>
  );
}

function Count({ name, value, bad = false }: { name: string; value: number; bad?: boolean }) {
  const formats = useFormats();
  return (
    <div>
      <dt>{name}</dt>
      <dd class={bad && value > 0 ? 'fault' : undefined}>{formats.number(value)}</dd>
    </div>
  );
}

function doneOf({ created, changed, unchanged, failed, skipped }: SourceRunCounts): number {
  return created + changed + unchanged + failed + skipped;
}
