import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Section } from '../form/section.tsx';
import { useTexts } from '../text/use-texts.ts';
import { Banner } from './banner.tsx';
import { CodeBox } from './code-box.tsx';
import { CopyButton } from './copy-button.tsx';
import { Pills } from './pills.tsx';
import { ReferenceLink } from './reference-link.tsx';
import { snippetTexts } from './snippet-texts.ts';
import './snippets.css';

export interface Snippet {
  readonly kind: 'script' | 'gtm' | 'wordpress' | 'react' | 'iframe' | 'link';
  /** Where to paste it. */
  readonly help: string;
  readonly text: string;
}

/** The snippets have the address of the console, which is this one unless PUBLIC_URL is set. */
const localHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface SnippetsProps {
  /** The page of the docs about them. */
  reference: string;
  snippets: readonly Snippet[];
  children?: ComponentChildren;
}

/** The same thing for different sites: one of the snippets, with a button that copies it. */
export function Snippets({ reference, snippets, children }: SnippetsProps) {
  const say = useTexts(snippetTexts);
  const [chosen, setChosen] = useState<string>(snippets[0]?.kind ?? '');
  const shown = snippets.find(({ kind }) => kind === chosen);
  const label = say('title');
  return (
    <Section title={label} help={say('help')} reference={reference}>
      <div class="stack">
        <Pills
          label={label}
          name="snippet"
          value={chosen}
          options={snippets.map(({ kind }) => ({ value: kind, label: say(kind) }))}
          onValue={setChosen}
        />
        {shown === undefined ? null : (
          <>
            <p class="help">{shown.help}</p>
            <div class="snippet">
              <CodeBox label={label}>{shown.text}</CodeBox>
              <CopyButton text={shown.text} />
            </div>
            {localHost.test(location.hostname) ? (
              <Banner>
                {say('local')} <ReferenceLink page="deployment#behind-a-proxy" about={say('localAbout')} />
              </Banner>
            ) : null}
          </>
        )}
      </div>
      {children}
    </Section>
  );
}
