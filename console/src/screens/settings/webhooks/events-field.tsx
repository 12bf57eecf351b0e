import type { WebhookEventType } from '@portico/shared-types/api/webhooks';
import { useId, useState } from 'preact/hooks';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Switch } from '../../../ui/field.tsx';
import { eventTexts } from './event-texts.ts';
import { webhookTexts } from './texts.ts';

/** A test is sent to a webhook independently of its events. */
type Choosable = Exclude<WebhookEventType, 'webhook.test'>;
type Group = keyof typeof eventTexts;
type SuffixOf<Prefix extends Group> = Choosable extends infer Type
  ? Type extends `${Prefix}.${infer Suffix}`
    ? Suffix
    : never
  : never;

/** Each event of each resource; a missing one is a type error. */
const events: { readonly [Prefix in Group]: Readonly<Record<SuffixOf<Prefix>, true>> } = {
  conversation: { waiting: true, accepted: true, returned: true, closed: true, rated: true },
  message: { created: true },
  form: { submitted: true, completed: true, failed: true },
  document: { ready: true, failed: true },
  execution: { started: true, waiting: true, completed: true, failed: true, cancelled: true },
  persona: { started: true, approval_required: true, completed: true, failed: true },
  limit: { warning: true, reached: true },
};
const groups = Object.entries(events).map(([group, names]) => ({
  group,
  types: Object.keys(names).map((name) => `${group}.${name}`),
}));

/** The events of a webhook: all of them, or those that are ticked. */
export function EventsField({ name }: { name: string }) {
  const say = useTexts(webhookTexts);
  const sayEvent = useTexts(eventTexts);
  const id = useId();
  const field = useField(name);
  const types = Array.isArray(field.value) ? field.value.map(textOf) : [];
  const isAll = types.includes('*');
  const [before, setBefore] = useState<readonly string[]>([]);
  return (
    <fieldset class="choices">
      <legend>{say('events')}</legend>
      <Switch
        name={`${name}-all`}
        label={say('allEvents')}
        help={say('allEventsHelp')}
        checked={isAll}
        disabled={field.disabled}
        onValue={(wanted) => {
          if (wanted) setBefore(types);
          field.set(wanted ? ['*'] : before);
        }}
      />
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      {isAll
        ? null
        : groups.map(({ group, types: members }) => (
            <div key={group} class="scope-group" role="group" aria-labelledby={`${id}-${group}`}>
              <strong id={`${id}-${group}`}>{isGroup(group) ? sayEvent(group) : group}</strong>
              <div class="scopes">
                {members.map((type) => (
                  <label key={type}>
                    <input
                      type="checkbox"
                      name={name}
                      value={type}
                      checked={types.includes(type)}
                      disabled={field.disabled}
                      onChange={({ currentTarget: { checked } }) =>
                        field.set(checked ? [...types, type] : types.filter((other) => other !== type))
                      }
                    />
                    <code dir="ltr">{type}</code>
                  </label>
                ))}
              </div>
            </div>
          ))}
    </fieldset>
  );
}

function isGroup(group: string): group is Group {
  return group in eventTexts;
}
