import type { Trigger } from '@portico/shared-types/api/triggers';
import type { Values } from '../../../form/changes.ts';
import { useFaultText } from '../../../form/use-fault-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { triggerTexts } from './texts.ts';
import { findTriggerFaults } from './trigger-inputs.tsx';

interface FiredProps {
  trigger: Trigger;
  /** Undefined until it is read, and for members who may not read workflows. */
  workflow: { readonly input_schema: Values } | undefined;
}

/** When a trigger last fired, why its schedule did not the last time or won't the next time, and when it is due next. */
export function Fired({ trigger, workflow }: FiredProps) {
  const say = useTexts(triggerTexts);
  const { last_fired_at: at, next_fire_at: next, last_error: error } = trigger;
  return (
    <div class="stack-tight trigger-fired">
      <div>{at === null ? say('never') : <Time at={at} />}</div>
      {error === null ? null : (
        <>
          <div class="fault">
            {say('skipped')} <Time at={error.at} />
          </div>
          <bdi class="meta">{error.message}</bdi>
        </>
      )}
      {next === null ? null : (
        <div class="meta">
          {say('nextFire')}: <Time at={next} />
        </div>
      )}
      {next === null || error !== null || workflow === undefined ? null : (
        <Missing trigger={trigger} schema={workflow.input_schema} />
      )}
    </div>
  );
}

/** The inputs without which the schedule will be skipped. */
function Missing({ trigger, schema }: { trigger: Trigger; schema: Values }) {
  const say = useTexts(triggerTexts);
  const faultText = useFaultText();
  const faults = findTriggerFaults(schema, trigger);
  if (faults.length === 0) return null;
  return (
    <>
      <div class="fault">{say('willBeSkipped')}</div>
      {faults.map((fault) => (
        <div key={fault.path} class="meta">
          <bdi>{fault.path}</bdi>: {faultText(fault)}
        </div>
      ))}
    </>
  );
}
