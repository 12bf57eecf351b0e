import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { Plus } from 'lucide-react';
import { useState } from 'preact/hooks';
import { get, useFormContext } from 'react-hook-form';
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

/** A field that its owner may want back, and its position. */
interface Removed {
  readonly field: FormField;
  readonly at: number;
}

/** The fields in order; moved by dragging, or with the arrows on each. */
export function FieldList({ name, hasConditions = false, hasFormats = false, onRenamed }: FieldListProps) {
  const say = useTexts(formTexts);
  const field = useField(name);
  const fields: readonly FormField[] = Array.isArray(field.value) ? field.value : [];
  const saved = readNames(get(useFormContext().formState.defaultValues, name));
  const names = fields.map((each) => each.name);
  const keys = useKeys(names);
  const [list, focusCard] = useRowFocus<HTMLDivElement>('.field-card');
  const [dragged, setDragged] = useState<number | null>(null);
  /** The field that the dragged one is held over. */
  const [over, setOver] = useState<number | null>(null);
  const [removals, setRemovals] = useState<readonly Removed[]>([]);
  const removed = removals.at(-1);
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
  const restore = ({ field: former, at }: Removed) => {
    field.set(fields.toSpliced(at, 0, former));
    setRemovals(removals.slice(0, -1));
    focusCard(at);
  };
  // Discarding the changes brings them back, too.
  const missing = removals.filter((each) => !names.includes(each.field.name));
  if (missing.length < removals.length) setRemovals(missing);
  const removedText = say('removed', { name: removed?.field.label ?? '' });
  const place = Math.min(removed?.at ?? 0, fields.length);
  const gap =
    removed === undefined ? null : (
      <div class="line" key="removed">
        <span>{removedText}</span>
        <Button onClick={() => restore(removed)}>{say('undo')}</Button>
      </div>
    );
  return (
    <div
      ref={list}
      class="stack"
      onDragOver={(event) => dragged !== null && event.preventDefault()}
      onDrop={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        if (over !== null) move(dragged, over);
        setDragged(null);
      }}
    >
      {fields.flatMap((each, at) => [
        place === at ? gap : null,
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
          dropEdge={over !== at || dragged === null || dragged === at ? null : dragged < at ? 'below' : 'above'}
          isSaved={saved.includes(each.name)}
          onChange={(next) => {
            field.set(fields.toSpliced(at, 1, next));
            // Its new format has named it.
            if (next.format !== each.format && next.name !== each.name) onRenamed?.(each.name, next.name);
          }}
          onName={(to) => {
            const named = fields.toSpliced(at, 1, { ...each, name: to });
            field.set(renameInConditions(named, each.name, to));
            onRenamed?.(each.name, to);
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
            setRemovals([...removals, { field: each, at }]);
            focusCard(at);
          }}
          onDrag={(isDragging) => {
            setDragged(isDragging ? at : null);
            setOver(null);
          }}
          onDragHere={() => setOver(at)}
        />,
      ])}
      {place === fields.length ? gap : null}
      <p role="status" class="visually-hidden">
        {gap === null ? '' : removedText}
      </p>
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={add}>
          {say('addField')}
        </Button>
      </div>
    </div>
  );
}

function readNames(fields: unknown): string[] {
  return Array.isArray(fields) ? fields.map(({ name }: FormField) => name) : [];
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
