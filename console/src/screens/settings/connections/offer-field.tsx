import type { McpOffer } from '@portico/shared-types/api/people';
import { useId, useState } from 'preact/hooks';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Pills } from '../../../ui/pills.tsx';
import { NameChoices } from './name-choices.tsx';
import { connectionTexts } from './texts.ts';

export const offerKinds = ['agents', 'workflows', 'knowledge_bases'] as const;
export type OfferKind = (typeof offerKinds)[number];

interface OfferFieldProps {
  kind: OfferKind;
  saved: McpOffer;
}

/** Which items of a kind MCP clients are offered: all, none, or those with the ids in a list. */
export function OfferField({ kind, saved }: OfferFieldProps) {
  const say = useTexts(connectionTexts);
  const id = useId();
  const field = useField(`mcp.${kind}`);
  const savedIds = Array.isArray(saved) ? saved : [];
  const ids = Array.isArray(field.value) ? field.value.map(textOf) : undefined;
  // What was chosen is chosen again after a look at the other options.
  const [last, setLast] = useState<readonly string[]>(ids ?? []);
  const mode = ids === undefined ? textOf(field.value) : 'chosen';
  const choose = (next: readonly string[]) => {
    const ordered = keepOrder(savedIds, next);
    setLast(ordered);
    field.set(ordered);
  };
  return (
    <fieldset class="offer">
      <legend>{say(kind)}</legend>
      <p class="help" id={id}>
        {say(`${kind}Help`)}
      </p>
      <Pills
        label={say(kind)}
        name={`mcp.${kind}`}
        describedBy={id}
        value={mode}
        disabled={field.disabled}
        options={[
          { value: 'all', label: say('all') },
          { value: 'none', label: say('none') },
          { value: 'chosen', label: say('chosen') },
        ]}
        onValue={(next) => (next === 'chosen' ? choose(last) : field.set(next))}
      />
      {mode === 'all' ? <p class="help">{say('newOnesToo')}</p> : null}
      {ids === undefined ? null : (
        <NameChoices
          kind={kind}
          label={say(kind)}
          saved={savedIds}
          chosen={ids}
          disabled={field.disabled}
          onChoose={choose}
        />
      )}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
    </fieldset>
  );
}

/** The chosen ids in their saved order, new ones last, so that an id that is removed and added again changes nothing. */
function keepOrder(saved: readonly string[], chosen: readonly string[]): string[] {
  const set = new Set(chosen);
  return [...new Set([...saved.filter((id) => set.has(id)), ...chosen])];
}
