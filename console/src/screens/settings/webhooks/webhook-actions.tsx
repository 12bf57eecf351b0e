import type { IssuedWebhook, Webhook } from '@portico/shared-types/api/webhooks';
import { Ellipsis, Send } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useTestWebhook } from '../../../data/deliveries.ts';
import { useRotate, webhooks } from '../../../data/settings.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { useListAddress } from '../../../ui/visited-lists.ts';
import { webhookTexts } from './texts.ts';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const say = useTexts(webhookTexts);
  const sayUi = useTexts(uiTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/settings/webhooks');
  const update = webhooks.useUpdate(webhook.id, { onFailed: useReportFailure() });
  const remove = webhooks.useRemove();
  const rotate = useRotate<IssuedWebhook>(webhooks.key, '/api/v1/webhooks', 'rotate-secret');
  const [asking, setAsking] = useState<'rotate' | 'deleteAction' | null>(null);
  const [secret, setSecret] = useState<string>();
  const isEnabled = webhook.status === 'enabled';
  const confirm = async () => {
    if (asking === 'rotate') setSecret((await rotate.mutateAsync(webhook.id)).secret);
    if (asking !== 'deleteAction') return;
    await remove.mutateAsync(webhook.id);
    navigate(list, { replace: true });
  };
  return (
    <>
      <TestButton webhookId={webhook.id} />
      <Menu trigger={<IconButton label={sayUi('more')} icon={Ellipsis} look="secondary" />}>
        <MenuItem onSelect={() => update.mutate({ status: isEnabled ? 'disabled' : 'enabled' })}>
          {say(isEnabled ? 'disable' : 'enable')}
        </MenuItem>
        <MenuItem onSelect={() => setAsking('rotate')}>{say('rotate')}</MenuItem>
        <MenuItem danger onSelect={() => setAsking('deleteAction')}>
          {say('deleteAction')}
        </MenuItem>
      </Menu>
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'rotate' ? say('rotateTitle') : say('deleteTitle', { name: webhook.name ?? webhook.url })}
        text={say(asking === 'rotate' ? 'rotateText' : 'deleteText')}
        action={say(asking ?? 'deleteAction')}
        onConfirm={confirm}
      />
      <SecretDialog title={say('secret')} secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function TestButton({ webhookId }: { webhookId: string }) {
  const say = useTexts(webhookTexts);
  const formats = useFormats();
  const toaster = useToaster();
  const test = useTestWebhook(webhookId, {
    onDone: ({ success, status_code: status, response_time_ms: time, error_message: reason }) => {
      if (success) toaster.done(say('testWorked', { status: String(status), time: formats.duration(time) }));
      else toaster.failed(say('testFailed', { reason: reason ?? `HTTP ${status}` }));
    },
    onFailed: useReportFailure(),
  });
  return (
    <Button icon={Send} busy={test.isPending} onClick={() => test.mutate()}>
      {say('test')}
    </Button>
  );
}
