import { Link } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { useReadWorkspace, useUpdateWorkspace, useWorkspace } from '../../../data/settings.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { AddressBox } from '../../../ui/address-box.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { OfferField, offerKinds } from './offer-field.tsx';
import { connectionTexts } from './texts.ts';

/** The addresses for programs of others, and what MCP clients find there. */
export default function ConnectionsPart() {
  const say = useTexts(connectionTexts);
  const sayUi = useTexts(uiTexts);
  const canWrite = useCan('settings:write');
  const canSeeKeys = useCan('api-keys:read');
  const workspace = useWorkspace();
  const update = useUpdateWorkspace();
  const read = useReadWorkspace();
  const keys = canSeeKeys ? <Link href="/settings/keys">{say('toKeys')}</Link> : null;
  return (
    <Loaded query={workspace}>
      {({ mcp }) => (
        <DraftForm
          name="mcp"
          saved={{ mcp }}
          save={async (changes) => ({ mcp: (await update.mutateAsync(changes)).mcp })}
          read={async () => ({ mcp: (await read()).mcp })}
          readOnly={!canWrite}
        >
          <div>
            <Section title={say('mcp')} help={say('mcpHelp')} reference="mcp">
              <AddressBox label={say('mcpAddress')} address={`${location.origin}/mcp`}>
                {say('mcpSignIn')} {keys}
              </AddressBox>
            </Section>
            <Section title={say('openai')} help={say('openaiHelp')} reference="openai">
              <AddressBox label={say('openaiAddress')} address={`${location.origin}/openai/v1`}>
                {say('openaiSignIn')} {keys}
              </AddressBox>
            </Section>
            <Section title={say('offer')} help={say('offerHelp')} reference="mcp#choose-what-is-offered">
              {canWrite ? null : <Banner>{sayUi('readOnly')}</Banner>}
              {offerKinds.map((kind) => (
                <OfferField key={kind} kind={kind} saved={mcp[kind]} />
              ))}
            </Section>
          </div>
        </DraftForm>
      )}
    </Loaded>
  );
}
