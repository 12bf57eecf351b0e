import type { Execution } from '@portico/shared-types/api/executions';
import { Link } from 'wouter';
import { triggers } from '../../../data/settings.ts';
import { useNamed } from '../../../data/resource.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { DataView } from '../../../ui/data-view.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { IdText } from '../../../ui/id-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { executionTexts } from '../texts.ts';

interface ExecutionFactsProps {
  execution: Execution;
  /** The workflow exists, and the member may see it. */
  hasWorkflow: boolean;
}

/** The execution's own data: where it comes from, its times, what went in and came out. */
export function ExecutionFacts({ execution, hasWorkflow }: ExecutionFactsProps) {
  const say = useTexts(executionTexts);
  const { id, retry_of: retryOf, trigger_id: triggerId } = execution;
  const timeOf = (at: string | null) => (at === null ? '–' : <Time at={at} />);
  const ended = execution.completed_at ?? execution.cancelled_at;
  return (
    <>
      <section class="card" aria-labelledby="execution-facts">
        <h2 id="execution-facts">{say('overview')}</h2>
        <Facts
          facts={[
            [say('workflow'), <WorkflowName key="workflow" execution={execution} hasWorkflow={hasWorkflow} />],
            [say('version'), execution.workflow_version],
            ...(triggerId === null ? [] : [[say('trigger'), <TriggerName key="trigger" id={triggerId} />] as const]),
            ...(retryOf === null
              ? []
              : [
                  [
                    say('retryOf'),
                    <Link key="retry" href={`/executions/${retryOf}`}>
                      <code dir="ltr">{retryOf}</code>
                    </Link>,
                  ] as const,
                ]),
            [say('created'), timeOf(execution.created_at)],
            [say('started'), timeOf(execution.started_at)],
            [say('ended'), timeOf(ended)],
            [say('id'), <IdText key="id" id={id} />],
          ]}
        />
      </section>
      <div class="card">
        <DataView label={say('inputs')} data={execution.inputs} />
      </div>
      {execution.outputs === null ? null : (
        <div class="card">
          <DataView label={say('outputs')} data={execution.outputs} />
        </div>
      )}
    </>
  );
}

function WorkflowName({ execution, hasWorkflow }: ExecutionFactsProps) {
  const name = <bdi>{execution.workflow_name}</bdi>;
  return hasWorkflow ? <Link href={`/workflows/${execution.workflow_id}`}>{name}</Link> : name;
}

function TriggerName({ id }: { id: string }) {
  const { items, nameOf } = useNamed(triggers, 'triggers:read');
  const canChange = useCan('triggers:write');
  const name = <bdi>{nameOf(id)}</bdi>;
  const isKnown = items.some((trigger) => trigger.id === id);
  return canChange && isKnown ? <Link href={`/settings/triggers?trigger=${id}`}>{name}</Link> : name;
}
