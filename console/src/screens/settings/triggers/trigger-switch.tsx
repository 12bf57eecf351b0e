import type { Trigger } from '@portico/shared-types/api/triggers';
import { triggers } from '../../../data/settings.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { useToaster } from '../../../ui/toaster.tsx';

/** Turns a trigger on or off immediately. */
export function TriggerSwitch({ trigger, disabled }: { trigger: Trigger; disabled: boolean }) {
  const explain = useErrorText();
  const toaster = useToaster();
  const update = triggers.useUpdate(trigger.id);
  return (
    <span class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={trigger.name}
        aria-checked={trigger.enabled}
        checked={trigger.enabled}
        disabled={disabled || update.isPending}
        onChange={(event) =>
          update.mutate(
            { enabled: event.currentTarget.checked },
            { onError: (error) => toaster.failed(explain(error)) },
          )
        }
      />
    </span>
  );
}
