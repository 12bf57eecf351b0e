import type { NodeRun } from '@portico/shared-types/api/executions';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeBox } from '../../../ui/code-box.tsx';
import { DataView } from '../../../ui/data-view.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExecutionState } from '../execution-state.tsx';
import { executionTexts } from '../texts.ts';

/** Characters of a script's log. */
const maxLog = 20_000;

interface RunDetailsProps {
  run: NodeRun;
  /** The only attempt; its state and time are in the row already. */
  isOnly: boolean;
  /** Its error is shown above. */
  isErrorAbove?: boolean;
  /** A later attempt followed: its data is shown after a click, because it is mostly the same. */
  isEarlier?: boolean;
}

/** One attempt of a node: its error, inputs, outputs and log. */
export function RunDetails({ run, isOnly, isErrorAbove = false, isEarlier = false }: RunDetailsProps) {
  const say = useTexts(executionTexts);
  const formats = useFormats();
  return (
    <div class="run" role="group" aria-label={say('attempt', { count: run.attempt })}>
      {isOnly ? null : (
        <div class="line">
          <h3>{say('attempt', { count: run.attempt })}</h3>
          <ExecutionState status={run.status} />
          <span class="meta">
            {run.duration_ms === null ? '' : `${formats.duration(run.duration_ms)} · `}
            {run.started_at === null ? null : <Time at={run.started_at} />}
          </span>
        </div>
      )}
      {run.error === null || isErrorAbove ? null : <RunError error={run.error} />}
      {run.error?.response === undefined ? null : <DataView label={say('response')} data={run.error.response} />}
      {isEarlier ? (
        <details class="more">
          <summary>{say('data')}</summary>
          <RunData run={run} />
        </details>
      ) : (
        <RunData run={run} />
      )}
    </div>
  );
}

function RunData({ run }: { run: NodeRun }) {
  const say = useTexts(executionTexts);
  const { outputs, log } = splitLog(run);
  // The list of nodes leaves out what is too large for a page; every completed node has outputs.
  const isLeftOut = run.status === 'completed' && outputs === null;
  if (run.inputs === null && outputs === null && !isLeftOut) return <p class="soft">{say('noData')}</p>;
  return (
    <div class="run-data">
      {run.inputs === null ? null : <DataView label={say('inputs')} data={run.inputs} />}
      {isLeftOut ? <p class="soft">{say('leftOut')}</p> : null}
      {outputs === null ? null : <DataView label={say('outputs')} data={outputs} />}
      {log === '' ? null : (
        <div class="data">
          <div class="data-head">
            <h3>{say('log')}</h3>
          </div>
          <CodeBox label={say('log')}>{log}</CodeBox>
        </div>
      )}
    </div>
  );
}

function RunError({ error: { code, message } }: { error: NonNullable<NodeRun['error']> }) {
  const say = useTexts(executionTexts);
  return (
    <Banner tone="bad">
      <LongText text={message} label={say('error')} />
      <code dir="ltr">{startOf(code, 100)}</code>
    </Banner>
  );
}

/** What a script has logged is shown as lines, apart from its outputs. */
function splitLog({ node_type: type, outputs }: NodeRun): { outputs: NodeRun['outputs']; log: string } {
  const logs = outputs?.['logs'];
  if (type !== 'code' || outputs === null || !Array.isArray(logs)) return { outputs, log: '' };
  const { logs: _, ...others } = outputs;
  const lines = logs.slice(0, maxLog).map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return { outputs: others, log: startOf(lines.join('\n'), maxLog) };
}
