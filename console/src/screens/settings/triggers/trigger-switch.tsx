import type { Trigger } from '@portico/shared-types/api/triggers';
import { triggers } from '../../../data/settings.ts';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { useReportWarnings } from './use-report-warnings.ts';

/** Turns a trigger on or off immediately. */
export function TriggerSwitch({ trigger, disabled }: { trigger: Trigger; disabled: boolean }) {
  const update = triggers.useUpdate(trigger.id, { onDone: useReportWarnings(), onFailed: useReportFailure() });
  return (
    <span class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={trigger.name}
        aria-checked={trigger.enabled}
        checked={trigger.enabled}
        disabled={disabled || update.isPending}
        onChange={(event) => update.mutate({ enabled: event.currentTarget.checked })}
      />
    </span>
  );
}
