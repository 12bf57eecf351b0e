import { useMemo, useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { CodeBox } from './code-box.tsx';
import { CopyButton } from './copy-button.tsx';
import { dataTexts } from './data-texts.ts';
import { formatJson, startOf } from './format-json.ts';
import { LongText } from './long-text.tsx';
import './data-view.css';

/** Numbers of fields, and characters of a value, that are shown at first and after a click. */
const maxFields = 20;
const maxShort = 1_200;
const maxLong = 100_000;
const maxName = 100;

/** Data of any size, field by field: texts as they were written, other values as JSON. */
export function DataView({ label, data }: { label: string; data: Readonly<Record<string, unknown>> }) {
  const say = useTexts(dataTexts);
  const [count, setCount] = useState(maxFields);
  const names = useMemo(() => Object.keys(data), [data]);
  const hidden = names.length - count;
  return (
    <div class="data" role="group" aria-label={label}>
      <div class="data-head">
        <h3>{label}</h3>
        {names.length === 0 ? null : (
          <CopyButton iconOnly label={say('copyAs', { name: label })} text={() => JSON.stringify(data, null, 2)} />
        )}
      </div>
      {names.length === 0 ? <p class="soft">{say('nothing')}</p> : null}
      <dl class="data-fields">
        {names.slice(0, count).map((name) => (
          <div key={name}>
            <dt>
              <code dir="ltr">{startOf(name, maxName)}</code>
            </dt>
            <dd>
              <DataValue label={startOf(name, maxName)} value={data[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {hidden <= 0 ? null : (
        <button type="button" class="link-button" onClick={() => setCount(count + 10 * maxFields)}>
          {say('showFields', { count: Math.min(hidden, 10 * maxFields) })}
        </button>
      )}
    </div>
  );
}

function DataValue({ label, value }: { label: string; value: unknown }) {
  if (typeof value === 'string' && value !== '') return <LongText text={value} label={label} />;
  if (typeof value === 'object' && value !== null) return <JsonValue label={label} value={value} />;
  return <code dir="ltr">{JSON.stringify(value)}</code>;
}

function JsonValue({ label, value }: { label: string; value: object }) {
  const say = useTexts(dataTexts);
  const [isWhole, setWhole] = useState(false);
  const short = useMemo(() => formatJson(value, maxShort), [value]);
  const long = useMemo(() => (isWhole ? formatJson(value, maxLong) : short), [value, isWhole, short]);
  return (
    <>
      <CodeBox label={label}>{long.text}</CodeBox>
      {isWhole && long.isCut ? <p class="help">{say('tooLong')}</p> : null}
      {short.isCut ? (
        <button type="button" class="link-button" onClick={() => setWhole(!isWhole)}>
          {say(isWhole ? 'showLess' : 'showWhole')}
          <span class="visually-hidden">: {label}</span>
        </button>
      ) : null}
    </>
  );
}
