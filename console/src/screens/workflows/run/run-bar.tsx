import type { Execution } from '@portico/shared-types/api/executions';
import type { Workflow } from '@portico/shared-types/api/workflows';
import { Link } from 'wouter';
import { withoutItems } from '../../../data/node-paths.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { Time } from '../../../ui/time.tsx';
import { ExecutionState } from '../../executions/execution-state.tsx';
import { ViewSwitch } from '../editor/editor-bar.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { LoopTrail } from '../editor/loop-trail.tsx';
import { runTexts } from './texts.ts';

const maxError = 500;

/** The state of a run above its nodes: what failed, and what it waits for. */
export function RunBar({ workflow, execution }: { workflow: Workflow; execution: Execution }) {
  const say = useTexts(runTexts);
  const formats = useFormats();
  const { trace, enter } = useEditor();
  const { error, status, workflow_version: version } = execution;
  const isUndecided = [...(trace?.values() ?? [])].some(
    ({ run }) => run.status === 'waiting' && run.node_type === 'approval',
  );
  // Like `each[2].fetch`.
  const openFailed = (id: string) => {
    const steps = withoutItems(id).split('.');
    enter(steps.slice(0, -1), steps.at(-1));
  };
  return (
    <>
      {error === null ? null : (
        <Banner tone="bad">
          <bdi>{startOf(error.message, maxError)}</bdi> <code dir="ltr">{error.code}</code>{' '}
          {error.node_id === null ? null : (
            <button type="button" class="link-button" onClick={() => openFailed(error.node_id ?? '')}>
              {say('showNode')}
            </button>
          )}
        </Banner>
      )}
      {isUndecided ? (
        <Banner tone="wait">
          {say('decide')} <Link href={`/executions/${execution.id}`}>{say('openExecution')}</Link>
        </Banner>
      ) : null}
      <div class="editor-bar">
        <LoopTrail />
        <ExecutionState status={status} />
        <span class="meta">
          <Time at={execution.created_at} />
          {execution.duration_ms === null ? '' : ` · ${formats.duration(execution.duration_ms)}`}
          {` · ${say('versionOf', { number: version })}`}
        </span>
        {version === workflow.version ? null : (
          <span class="meta">{say('oldVersion', { number: version, newest: workflow.version })}</span>
        )}
        <span class="editor-space" />
        <ViewSwitch />
      </div>
    </>
  );
}
