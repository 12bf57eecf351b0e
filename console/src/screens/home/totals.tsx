import type { Scope } from '@portico/shared-types/api/api-keys';
import { useState } from 'preact/hooks';
import { useCan } from '../../data/session.ts';
import { useUsageToday } from '../../data/today.ts';
import { useTotal } from '../../data/totals.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { homeTexts } from './texts.ts';

/** Today in figures, and what waits for somebody. */
export function Totals() {
  const say = useTexts(homeTexts);
  const [today] = useState(() => `from=${new Date().toISOString().slice(0, 10)}`);
  return (
    <ul class="figures">
      <Total title={say('waiting')} endpoint="/api/v1/conversations?status=waiting" scope="conversations:read" />
      <Total title={say('conversations')} endpoint={`/api/v1/conversations?${today}`} scope="conversations:read" />
      <Total title={say('failedRuns')} endpoint={`/api/v1/executions?status=failed&${today}`} scope="executions:read" />
      <UsageFigures />
    </ul>
  );
}

function Total({ title, endpoint, scope }: { title: string; endpoint: string; scope: Scope }) {
  const isAllowed = useCan(scope);
  const formats = useFormats();
  const total = useTotal(endpoint, isAllowed);
  if (!isAllowed || total.error !== null) return null;
  return <Figure title={title} value={total.data === undefined ? undefined : formats.number(total.data)} />;
}

function UsageFigures() {
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const isAllowed = useCan('insights:read');
  const usage = useUsageToday(isAllowed);
  if (!isAllowed || usage.error !== null) return null;
  return (
    <>
      <Figure title={say('replies')} value={usage.data && formats.number(usage.data.replies)} />
      <Figure
        title={say('credits')}
        value={usage.data && formats.number(Math.round(usage.data.credits * 10) / 10)}
        note={say('creditsMean')}
      />
    </>
  );
}

function Figure({ title, value, note }: { title: string; value: string | undefined; note?: string }) {
  return (
    <li class="figure">
      <span class="meta">{title}</span>
      <span class="figure-value">{value ?? '–'}</span>
      {note === undefined ? null : <span class="meta">{note}</span>}
    </li>
  );
}
