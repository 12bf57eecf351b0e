import { useState } from 'preact/hooks';
import { CodeBox } from './code-box.tsx';
import { CopyButton } from './copy-button.tsx';
import { Pills } from './pills.tsx';
import './snippets.css';

export interface Snippet {
  readonly kind: string;
  readonly title: string;
  /** Where to paste it. */
  readonly help: string;
  readonly text: string;
}

/** The same thing for different sites: one of the snippets, with a button that copies it. */
export function Snippets({ label, snippets }: { label: string; snippets: readonly Snippet[] }) {
  const [chosen, setChosen] = useState(snippets[0]?.kind ?? '');
  const shown = snippets.find(({ kind }) => kind === chosen);
  return (
    <div class="stack">
      <Pills
        label={label}
        name="snippet"
        value={chosen}
        options={snippets.map(({ kind, title }) => ({ value: kind, label: title }))}
        onValue={setChosen}
      />
      {shown === undefined ? null : (
        <>
          <p class="help">{shown.help}</p>
          <div class="snippet">
            <CodeBox label={label}>{shown.text}</CodeBox>
            <CopyButton text={shown.text} />
          </div>
        </>
      )}
    </div>
  );
}
