import type { ChatInterface, InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Snippets } from '../../../ui/snippets.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Checks } from './checks.tsx';
import { snippetKinds, writeSnippet } from './snippets.ts';
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
      <Snippets
        reference="install-on-a-site"
        snippets={snippetKinds.map((kind) => ({
          kind,
          help: say(`${kind}Help`),
          text: writeSnippet(kind, location.origin, chat.slug),
        }))}
      />
      <Section title={say('checks')} help={say('checksHelp')} reference="reference/chat-interfaces#checks">
        <Loaded query={checks}>{(data) => <Checks checks={data} chatId={chat.id} agentId={chat.agent_id} />}</Loaded>
      </Section>
    </>
  );
}
