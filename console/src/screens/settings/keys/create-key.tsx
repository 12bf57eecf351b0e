import { useSignedIn } from '../../../data/session.ts';
import { apiKeys } from '../../../data/settings.ts';
import type { Scope } from '@portico/shared-types/api/api-keys';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { TextField } from '../../../form/fields.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { keyTexts } from './texts.ts';

interface CreateKeyProps {
  onClose: () => void;
  onCreated: (key: string) => void;
}

export function CreateKey({ onClose, onCreated }: CreateKeyProps) {
  const say = useTexts(keyTexts);
  const create = apiKeys.useCreate();
  const defaults: { name: string; scopes: Scope[] } = { name: '', scopes: [] };
  return (
    <DialogForm
      wide
      title={say('create')}
      action={say('createAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => {
        const { key } = await create.mutateAsync(values);
        onClose();
        onCreated(key);
      }}
    >
      <TextField name="name" label={say('name')} placeholder={say('nameExample')} required />
      <ScopeChoices />
    </DialogForm>
  );
}

/** Scopes by subject. Members can grant only their own. */
function ScopeChoices() {
  const say = useTexts(keyTexts);
  const { scopes } = useSignedIn();
  const field = useField('scopes');
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const groups = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? scope);
  return (
    <fieldset class="choices">
      <legend>{say('scopes')}</legend>
      <div class="line">
        <Button onClick={() => field.set([...scopes])}>{say('all')}</Button>
        <Button onClick={() => field.set([])}>{say('none')}</Button>
      </div>
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        {[...groups].map(([group, members]) => (
          <div key={group} class="scope-group">
            <strong dir="ltr">{group}</strong>
            <div class="scopes">
              {members.map((scope) => (
                <label key={scope}>
                  <input
                    type="checkbox"
                    name="scopes"
                    checked={chosen.includes(scope)}
                    aria-label={scope}
                    onChange={(event) =>
                      field.set(
                        event.currentTarget.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
                      )
                    }
                  />
                  {scope.split(':')[1]}
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
