import { useTexts } from '../text/use-texts.ts';
import type { DiffPart } from './diff-lines.ts';
import { versionTexts } from './texts.ts';
import './line-diff.css';

/** The lines of a value that were removed and added, with those around them. */
export function LineDiff({ label, lines }: { label: string; lines: readonly DiffPart[] }) {
  const say = useTexts(versionTexts);
  return (
    <div class="stack-tight">
      <span class="meta">{label}</span>
      <pre class="diff" dir="ltr" tabIndex={0} aria-label={label}>
        {lines.map((line, at) => (
          // A line has no identity except its position.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} class={`diff-${line.kind}`}>
            {line.kind === 'gap' ? (
              <bdi>{say('gap', { count: line.count })}</bdi>
            ) : (
              <>
                {line.kind === 'same' ? null : <span class="visually-hidden">{say(line.kind)}: </span>}
                <bdi>{line.text}</bdi>
              </>
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  );
}
