import type { WebhookCreate } from '@portico/shared-types/api/webhooks';
import { Webhook } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { webhooks } from '../../../data/settings.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { TextField } from '../../../form/fields.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useListState, useNewDialog } from '../../../ui/use-list-state.ts';
import { PartHead } from '../part-head.tsx';
import { EventsField } from './events-field.tsx';
import { webhookTexts } from './texts.ts';

export function WebhookList() {
  const say = useTexts(webhookTexts);
  const canWrite = useCan('webhooks:write');
  const { page, search } = useListState();
  const list = webhooks.useList({ page, search });
  const [isCreating, setCreating] = useNewDialog();
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/webhooks">
        {canWrite ? <CreateButton label={say('create')} onClick={() => setCreating(true)} /> : null}
      </PartHead>
      <FoundList query={list} empty={<EmptyState icon={Webhook} title={say('emptyTitle')} />}>
        {(rows) => (
          <DataTable
            label={say('webhooks')}
            rows={rows}
            href={({ id }) => `/settings/webhooks/${id}`}
            columns={[
              { title: say('url'), render: ({ name, url }) => <bdi>{name ?? url}</bdi> },
              {
                title: say('events'),
                render: ({ event_types: types }) =>
                  types.includes('*') ? say('allEvents') : <bdi>{types.join(', ')}</bdi>,
              },
              {
                title: say('status'),
                render: ({ status }) => <Badge tone={status === 'enabled' ? 'good' : 'bad'}>{say(status)}</Badge>,
              },
            ]}
          />
        )}
      </FoundList>
      <CreateWebhook isOpen={isCreating && canWrite} onClose={() => setCreating(false)} />
    </div>
  );
}

const defaults: Pick<WebhookCreate, 'url' | 'event_types'> = { url: 'https://', event_types: ['*'] };

/** It stays while it is closed: the secret is shown once, also if one has gone back while the webhook was created. */
function CreateWebhook({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useTexts(webhookTexts);
  const [, navigate] = useLocation();
  const create = webhooks.useCreate();
  const [issued, setIssued] = useState<{ id: string; secret: string }>();
  if (issued !== undefined) {
    return (
      <SecretDialog
        title={say('secret')}
        secret={issued.secret}
        onClose={() => navigate(`/settings/webhooks/${issued.id}`)}
      />
    );
  }
  if (!isOpen) return null;
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={defaults}
      onClose={onClose}
      onSubmit={async (values) => {
        const webhook = await create.mutateAsync(values);
        onClose();
        setIssued(webhook);
      }}
    >
      <TextField name="url" label={say('url')} type="url" required code />
      <EventsField name="event_types" />
    </DialogForm>
  );
}
