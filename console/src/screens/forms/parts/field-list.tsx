import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { Plus } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { renameInput } from '../../../form/names-in-condition.ts';
import { renameChoices } from '../conditions/rename-choices.ts';
import { formTexts } from '../texts.ts';
import { FieldCard } from './field-card.tsx';
import { useKeys } from './use-keys.ts';
import './field-list.css';

interface FieldListProps {
  /** The path of the list in the surrounding form. */
  name: string;
  /** Whether a field can depend on others. */
  hasConditions?: boolean;
  /** Whether a text can have a format. */
  hasFormats?: boolean;
  /** A field has another name than before, and no other field has had either of them. */
  onRenamed?: (from: string, to: string) => void;
}

/** The fields in order; moved by dragging, or with the arrows on each. */
export function FieldList({ name, hasConditions = false, hasFormats = false, onRenamed }: FieldListProps) {
  const say = useTexts(formTexts);
  const field = useField(name);
  const fields: readonly FormField[] = Array.isArray(field.value) ? field.value : [];
  const names = fields.map((each) => each.name);
  const keys = useKeys(names);
  const [list, focusCard] = useRowFocus<HTMLDivElement>('.field-card');
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const moved = fields[from];
    if (moved === undefined || to < 0 || to >= fields.length) return;
    field.set(fields.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const add = () => {
    let number = fields.length + 1;
    while (names.includes(`field_${number}`)) number += 1;
    field.set([...fields, { name: `field_${number}`, label: say('newField'), type: 'text', required: false }]);
    focusCard(fields.length);
  };
  return (
    <div ref={list} class="stack">
      {fields.map((each, at) => (
        <FieldCard
          key={keys[at]}
          path={`${name}.${at}`}
          field={each}
          hasConditions={hasConditions}
          hasFormats={hasFormats}
          fields={fields}
          at={at}
          disabled={field.disabled}
          isDragged={dragged === at}
          onChange={(next) => {
            field.set(fields.toSpliced(at, 1, next));
            // Its new format has named it.
            if (next.format !== each.format && next.name !== each.name) onRenamed?.(each.name, next.name);
          }}
          onRenamed={(from) => {
            if (!isClear(fields, from, each.name)) return;
            field.set(renameInConditions(fields, from, each.name));
            onRenamed?.(from, each.name);
          }}
          onChoicesChanged={(from) => {
            const followed = renameChoices(fields, each, from);
            if (followed !== fields) field.set(followed);
          }}
          onMove={(to) => {
            move(at, to);
            // The next press moves the same question on.
            focusCard(to, ...(to < at ? ['.move-up', '.move-down'] : ['.move-down', '.move-up']));
          }}
          onRemove={() => {
            field.set(fields.toSpliced(at, 1));
            focusCard(at);
          }}
          onDrag={(isDragging) => setDragged(isDragging ? at : null)}
          onDropHere={() => {
            if (dragged !== null) move(dragged, at);
            setDragged(null);
          }}
        />
      ))}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={add}>
          {say('addField')}
        </Button>
      </div>
    </div>
  );
}

/** Whether the question with this name is the one that had the former name: questions may be mixed up while they are named. */
function isClear(fields: readonly FormField[], from: string, to: string): boolean {
  const isOnlyOne = fields.filter(({ name }) => name === to).length === 1 && !fields.some(({ name }) => name === from);
  return isOnlyOne && /^[A-Za-z_]\w*$/.test(to);
}

/** The conditions that used the former name of a question use its new one. */
function renameInConditions(fields: readonly FormField[], from: string, to: string): readonly FormField[] {
  return fields.map((each) =>
    each.show_if === undefined ? each : { ...each, show_if: renameInput(each.show_if, from, to) },
  );
}
