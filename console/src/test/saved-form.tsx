import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Values } from '../form/changes.ts';
import { DraftForm } from '../form/draft-form.tsx';

interface Props {
  saved: Values;
  save: (changes: Values) => Promise<Values>;
  children: ComponentChildren;
}

/** A form as on a screen: what `save` returns is what it then shows as saved. */
export function SavedForm({ saved, save, children }: Props) {
  const [now, setNow] = useState(saved);
  return (
    <DraftForm
      name="things/1"
      saved={now}
      save={async (changes) => {
        const result = await save(changes);
        setNow(result);
        return result;
      }}
    >
      {children}
    </DraftForm>
  );
}
