import type { ReplyTrace } from '@portico/shared-types/api/messages';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useReplyTrace } from '../../../data/trial.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { CodeBox } from '../../../ui/code-box.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { trialTexts } from './texts.ts';
import './trace-view.css';

const tones = { answered: 'good', unanswered: 'bad', unsure: 'wait' } satisfies Record<string, Tone>;

interface TraceViewProps {
  threadId: string | null;
  messageId: string;
  /** It replaces the button that asked for it: it is open, and has the focus. */
  opened?: boolean;
}

/** The basis of a reply: the passages found with their scores, every step, and the cost. */
export function TraceView({ threadId, messageId, opened = false }: TraceViewProps) {
  const say = useTexts(trialTexts);
  const formats = useFormats();
  const [isOpen, setOpen] = useState(opened);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (opened) summary.current?.focus();
  }, [opened]);
  const trace = useReplyTrace(threadId, messageId, true);
  const found = trace.data;
  return (
    <details class="trace" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>
        {say('trace')}
        {found?.outcome == null ? null : <Badge tone={tones[found.outcome]}>{say(found.outcome)}</Badge>}
        {found === undefined ? null : (
          <span class="score">
            {[
              found.duration_ms === null ? null : formats.duration(found.duration_ms),
              found.credits === null ? null : say('credits', { count: found.credits }),
              found.usage === null ? null : say('tokens', { count: found.usage.total_tokens }),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        )}
      </summary>
      {isOpen ? <Loaded query={trace}>{(data) => <TraceDetails trace={data} />}</Loaded> : null}
    </details>
  );
}

function TraceDetails({ trace }: { trace: ReplyTrace }) {
  const say = useTexts(trialTexts);
  const formats = useFormats();
  return (
    <div>
      {trace.rewritten_query === null ? null : (
        <div>
          <h3>{say('searchedFor')}</h3>
          <p dir="auto">{trace.rewritten_query}</p>
        </div>
      )}
      <div>
        <h3>{say('passages', { count: trace.passages.length })}</h3>
        {trace.passages.map((passage) => (
          <div key={passage.chunk_id} class="passage">
            <div class="passage-head">
              <strong dir="auto">{passage.document_title}</strong>
              <span class="score">
                {passage.used ? <Badge tone="accent">{say('used')}</Badge> : null} {formats.percent(passage.score)}
              </span>
            </div>
            <p class="passage-text" dir="auto">
              {passage.content}
            </p>
          </div>
        ))}
      </div>
      <div>
        <h3>{say('steps')}</h3>
        {trace.steps.map((step) => (
          <div key={`${step.started_at} ${step.type} ${step.name}`} class="step">
            <span>
              {say(step.type)} <span class="soft">{step.name}</span>
            </span>
            <span class="soft">
              {step.usage === undefined ? '' : say('tokens', { count: step.usage.total_tokens })}
            </span>
            <span>{formats.duration(step.duration_ms)}</span>
            {step.arguments === undefined ? null : (
              <CodeBox label={step.name}>{JSON.stringify(step.arguments, null, 2)}</CodeBox>
            )}
            {step.result === undefined ? null : <CodeBox label={step.name}>{step.result}</CodeBox>}
          </div>
        ))}
      </div>
    </div>
  );
}
