import type { ChatInterface, InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { useState } from 'preact/hooks';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { CodeBox } from '../../../ui/code-box.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Checks } from './checks.tsx';
import { snippetKinds, writeSnippet, type SnippetKind } from './snippets.ts';
import { installTexts } from './texts.ts';

interface InstallTabProps {
  chat: ChatInterface;
  checks: { data: InterfaceCheck[] | undefined; error: unknown; refetch: () => unknown };
}

/** The snippet to paste, and the requirements before going live. */
export function InstallTab({ chat, checks }: InstallTabProps) {
  const say = useTexts(installTexts);
  return (
    <>
      <Section title={say('snippet')} help={say('snippetHelp')} reference="install-on-a-site">
        <Snippet slug={chat.slug} />
      </Section>
      <Section title={say('checks')} help={say('checksHelp')} reference="reference/chat-interfaces#checks">
        <Loaded query={checks}>{(data) => <Checks checks={data} chatId={chat.id} agentId={chat.agent_id} />}</Loaded>
      </Section>
    </>
  );
}

function Snippet({ slug }: { slug: string }) {
  const say = useTexts(installTexts);
  const [kind, setKind] = useState<SnippetKind>('script');
  const snippet = writeSnippet(kind, location.origin, slug);
  return (
    <div class="stack">
      <div class="pills" role="radiogroup" aria-label={say('snippet')}>
        {snippetKinds.map((value) => (
          <label key={value} class="pill">
            <input type="radio" name="snippet" value={value} checked={value === kind} onChange={() => setKind(value)} />
            {say(value)}
          </label>
        ))}
      </div>
      <p class="help">{say(`${kind}Help`)}</p>
      <div class="snippet">
        <CodeBox label={say('snippet')}>{snippet}</CodeBox>
        <CopyButton text={snippet} />
      </div>
    </div>
  );
}
