import type { Agent } from '@portico/shared-types/api/agents';
import { useMemo } from 'preact/hooks';
import { changesOf } from '../../../form/changes.ts';
import { useSayText, useTexts } from '../../../text/use-texts.ts';
import { diffLines } from './diff-lines.ts';
import { fieldTitles } from './field-titles.ts';
import { versionTexts } from './texts.ts';

interface DiffProps {
  title: string;
  before: Agent;
  after: Agent;
  isOpen?: boolean;
}

/** Fields that every save changes, that follow from others, or that no version keeps. */
const unkept = new Set(['id', 'created_at', 'updated_at', 'available_tools', 'warnings', 'status']);

/** The fields that differ between two versions, line by line. */
export function Diff({ title, before, after, isOpen = false }: DiffProps) {
  const say = useTexts(versionTexts);
  const sayText = useSayText();
  const changes = useMemo(() => listChanges(before, after), [before, after]);
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
        <div key={name} class="stack-tight">
          <span class="meta">{label}</span>
          <pre class="diff" dir="ltr" tabIndex={0} aria-label={label}>
            {lines.map(({ kind, text }, at) => (
              // A line has no identity except its position.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} class={`diff-${kind}`}>
                {kind === 'same' ? null : <span class="visually-hidden">{say(kind)}: </span>}
                <bdi>{text}</bdi>
                {'\n'}
              </span>
            ))}
          </pre>
        </div>
      ))}
    </details>
  );
}

function listChanges(before: Agent, after: Agent) {
  const changes = changesOf({ ...before }, { ...after }) ?? {};
  const valuesBefore = new Map<string, unknown>(Object.entries(before));
  const valuesAfter = new Map<string, unknown>(Object.entries(after));
  return Object.keys(changes)
    .filter((name) => !unkept.has(name))
    .map((name) => ({ name, lines: diffLines(write(valuesBefore.get(name)), write(valuesAfter.get(name))) }));
}

function write(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
