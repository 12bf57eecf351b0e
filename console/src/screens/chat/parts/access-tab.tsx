import type { ChatInterface, InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { MoreSettings, Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useCheckText } from '../install/use-check-text.ts';
import { accessTexts } from './access-texts.ts';
import { IdentitySecret } from './identity-secret.tsx';

interface AccessTabProps {
  chat: ChatInterface;
  /** Undefined until they are known. */
  checks: readonly InterfaceCheck[] | undefined;
}

export function AccessTab({ chat, checks }: AccessTabProps) {
  const say = useTexts(accessTexts);
  const sayCheck = useCheckText();
  const found = (checks ?? []).flatMap(({ items = [] }) => items.filter(({ reason }) => reason === 'record_found'));
  return (
    <>
      <Section title={say('where')} help={say('whereHelp')} reference="reference/chat-interfaces#custom-domains">
        <ListField
          name="allowed_origins"
          label={say('origins')}
          help={say('originsHelp')}
          placeholder="https://example.com"
          code
        />
        <ListField
          name="custom_domains"
          label={say('domains')}
          help={say('domainsHelp')}
          placeholder="chat.example.com"
          code
        />
        {chat.custom_domains.map((domain) => {
          const proof = found.find(({ name }) => name === domain);
          return (
            <div key={domain} class="card">
              {proof === undefined ? (
                <>
                  <p class="help">{say('dns', { domain })}</p>
                  <div class="line">
                    <code dir="ltr" class="grow">
                      _portico.{domain} TXT {chat.domain_token}
                    </code>
                    <CopyButton text={chat.domain_token} iconOnly />
                  </div>
                </>
              ) : (
                <p class="help">
                  <bdi>{domain}</bdi>: {sayCheck(proof)}
                </p>
              )}
            </div>
          );
        })}
      </Section>
      <Section title={say('limits')} help={say('limitsHelp')} reference="reference/limits#daily-caps-of-an-interface">
        <div class="row-of-fields">
          <NumberField
            name="limits.daily_credits"
            label={say('dailyCredits')}
            help={say('creditsHelp')}
            min={0}
            step="any"
          />
          <NumberField name="limits.daily_messages" label={say('dailyMessages')} min={1} />
        </div>
        <MoreSettings title={say('perVisitor')}>
          <div class="row-of-fields">
            <NumberField name="limits.messages_per_minute" label={say('messagesPerMinute')} min={1} />
            <NumberField name="limits.sessions_per_minute" label={say('sessionsPerMinute')} min={1} />
            <NumberField name="limits.uploads_per_minute" label={say('uploadsPerMinute')} min={1} />
            <NumberField name="limits.session_messages_per_minute" label={say('sessionMessagesPerMinute')} min={1} />
          </div>
        </MoreSettings>
      </Section>
      <Section
        title={say('privacy')}
        help={say('privacyHelp')}
        reference="reference/chat-interfaces#uploads-consent-tracking-limits"
      >
        <SwitchField name="consent.required" label={say('consent')} help={say('consentHelp')} />
        <AreaField name="consent.text" label={say('consentText')} rows={2} nullable />
        <TextField name="consent.privacy_url" label={say('privacyUrl')} type="url" nullable code />
        <SelectField
          name="tracking.ip"
          label={say('ip')}
          options={[
            { value: 'truncated', label: say('ipTruncated') },
            { value: 'full', label: say('ipFull') },
            { value: 'none', label: say('ipNone') },
          ]}
        />
        <SwitchField name="tracking.user_agent" label={say('userAgent')} />
        <SwitchField name="tracking.referrer" label={say('referrer')} />
      </Section>
      <Section title={say('identity')} help={say('identityHelp')} reference="widget#visitors-you-know">
        <IdentitySecret id={chat.id} />
      </Section>
    </>
  );
}
