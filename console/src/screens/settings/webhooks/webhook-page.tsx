import type { Webhook } from '@portico/shared-types/api/webhooks';
import { ChevronLeft } from 'lucide-react';
import { Link } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { webhooks } from '../../../data/settings.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { TextField } from '../../../form/fields.tsx';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useListAddress } from '../../../ui/visited-lists.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EventsField } from './events-field.tsx';
import { webhookTexts } from './texts.ts';
import { WebhookActions } from './webhook-actions.tsx';

export function WebhookPage({ id, opened }: { id: string; opened: string | undefined }) {
  const webhook = webhooks.useOne(id);
  return <Loaded query={webhook}>{(loaded) => <WebhookSettings webhook={loaded} opened={opened} />}</Loaded>;
}

function WebhookSettings({ webhook, opened }: { webhook: Webhook; opened: string | undefined }) {
  const say = useTexts(webhookTexts);
  const list = useListAddress('/settings/webhooks');
  const canWrite = useCan('webhooks:write');
  const update = webhooks.useUpdate(webhook.id, { quick: true });
  const read = webhooks.useRead(webhook.id);
  return (
    <div class="stack">
      <Link href={list} className="page-back">
        <ChevronLeft size={14} aria-hidden="true" />
        <span>{say('webhooks')}</span>
      </Link>
      <div class="line">
        <h2 class="grow">
          <bdi>{webhook.name ?? webhook.url}</bdi>
        </h2>
        {canWrite ? (
          <div class="page-actions">
            <WebhookActions webhook={webhook} />
          </div>
        ) : null}
      </div>
      {webhook.disabled_reason === null ? null : <Banner tone="bad">{webhook.disabled_reason}</Banner>}
      <DraftForm
        name={`webhooks/${webhook.id}`}
        saved={webhook}
        save={async (changes) => update.mutateAsync(changes)}
        read={read}
        readOnly={!canWrite}
      >
        <Section title={say('settings')} help={say('settingsHelp')} reference="reference/webhooks#fields">
          <TextField name="name" label={say('name')} nullable />
          <TextField name="url" label={say('url')} type="url" required code />
          <EventsField name="event_types" />
        </Section>
      </DraftForm>
      {/* Last: it would move what is below it once it is loaded. */}
      <DeliveryList webhookId={webhook.id} opened={opened} />
    </div>
  );
}
