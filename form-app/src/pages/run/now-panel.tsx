import { useEffect, useState } from 'preact/hooks';
import { isOver } from '../../store/run/run-items.ts';
import type { RunState } from '../../store/run/run-store.ts';
import type { Texts } from '../../text/texts.ts';
import { useTexts } from '../../text/texts-context.ts';
import { CopyLink } from './copy-link.tsx';
import type { WayBack } from '../../store/app-store.ts';
import { wayBackKeys } from '../../text/way-back-keys.ts';

/** The current activity, its duration, and a note that it continues without this page. */
export function NowPanel({ run, wayBack }: { run: RunState; wayBack: WayBack }) {
  const texts = useTexts();
  const seconds = useSeconds(Date.parse(run.submission?.submittedAt ?? ''));
  const share = shareOf(run);
  return (
    <section class="now">
      <div class="now-line">
        <span class="spinner" />
        <p class="now-text">{describe(run, texts)}</p>
        <span class="now-time" aria-hidden="true">
          {texts.formatSeconds(seconds)}
        </span>
      </div>
      <div
        class={share === null ? 'bar bar-endless' : 'bar'}
        role="progressbar"
        aria-label={texts.say('stepsLabel')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      >
        <span style={{ inlineSize: share === null ? '' : `${share * 100}%` }} />
      </div>
      <p class="hint">
        {run.connection === 'live' ? (
          <>
            <span>{texts.say(wayBackKeys[wayBack])}</span> <CopyLink id={run.submission?.id ?? ''} />
          </>
        ) : (
          <span>{texts.say(run.connection)}</span>
        )}
      </p>
    </section>
  );
}

function describe({ status, items, progress }: RunState, texts: Texts): string {
  if (status === 'submitted') return texts.say('nowSubmitted');
  if (status === 'processing') {
    if (items.length === 0) return texts.say('nowProcessing');
    const done = items.filter(isOver).length;
    return texts.say('nowProcessingCount', { done, total: items.length });
  }
  if (progress === null || progress <= 0) return texts.say('nowRunning');
  return texts.say('nowRunningPercent', { percent: texts.formatPercent(progress / 100) });
}

/** The finished share of the current step, or null if unknown. */
function shareOf({ status, items, progress }: RunState): number | null {
  if (status === 'processing' && items.length > 0) {
    return items.filter(isOver).length / items.length;
  }
  return status === 'running' && progress !== null && progress > 0 ? progress / 100 : null;
}

/** Whole seconds since a given time, updated every second. */
function useSeconds(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Number.isNaN(since) ? 0 : Math.max(0, Math.round((now - since) / 1000));
}
