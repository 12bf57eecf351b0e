import { useMemo } from 'preact/hooks';
import { changesOf, type Values } from '../form/changes.ts';
import type { Text } from '../text/texts.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { diffValues } from './diff-lines.ts';
import { LineDiff } from './line-diff.tsx';
import { versionTexts } from './texts.ts';

export interface DiffProps {
  title: string;
  before: Values;
  after: Values;
  /** The names of fields in the API, and what they are called where they are edited. */
  fieldTitles: ReadonlyMap<string, Text>;
  /** More fields that are not compared. */
  unkept?: readonly string[];
  isOpen?: boolean;
}

const none: readonly string[] = [];

/** Fields that every save changes. */
const changing = new Set(['id', 'version', 'created_at', 'updated_at']);

/** The fields that differ between two versions, line by line. */
export function Diff({ title, before, after, fieldTitles, unkept = none, isOpen = false }: DiffProps) {
  const say = useTexts(versionTexts);
  const sayText = useSayText();
  const skipped = unkept.join(' ');
  const changes = useMemo(
    () => listChanges(before, after).filter(({ name }) => !skipped.split(' ').includes(name)),
    [before, after, skipped],
  );
  const fields = changes.map(({ name, lines }) => {
    const fieldTitle = fieldTitles.get(name);
    return { name, lines, label: fieldTitle === undefined ? name : sayText(fieldTitle) };
  });
  return (
    <details open={isOpen}>
      <summary class="meta">
        {title}
        {fields.length === 0 ? '' : `: ${fields.map(({ label }) => label).join(', ')}`}
      </summary>
      {fields.length === 0 ? <p class="soft">{say('nothing')}</p> : null}
      {fields.map(({ name, label, lines }) => (
        <LineDiff key={name} label={label} lines={lines} />
      ))}
    </details>
  );
}

function listChanges(before: Values, after: Values) {
  return Object.keys(changesOf(before, after) ?? {})
    .filter((name) => !changing.has(name))
    .map((name) => ({ name, lines: diffValues(before[name], after[name]) }));
}
