import type { DeliveryAttempt, WebhookDeliveryDetail } from '@portico/shared-types/api/webhooks';
import { RotateCcw } from 'lucide-react';
import { useDelivery, useRedeliver } from '../../../data/deliveries.ts';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { CodeBox } from '../../../ui/code-box.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { deliveryTones } from './delivery-tones.ts';
import { webhookTexts } from './texts.ts';

interface DeliveryPanelProps {
  webhookId: string;
  id: string;
  onClose: () => void;
}

/** One delivery: its event, and each attempt with its response. */
export function DeliveryPanel({ webhookId, id, onClose }: DeliveryPanelProps) {
  const say = useTexts(webhookTexts);
  const delivery = useDelivery(webhookId, id);
  return (
    <Dialog open side onClose={onClose} title={delivery.data?.event_type ?? say('deliveries')}>
      <Loaded query={delivery}>{(loaded) => <DeliveryDetails delivery={loaded} />}</Loaded>
    </Dialog>
  );
}

function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const say = useTexts(webhookTexts);
  const toaster = useToaster();
  const canWrite = useCan('webhooks:write');
  const redeliver = useRedeliver(delivery.webhook_id, {
    onDone: () => toaster.done(say('redelivered')),
    onFailed: useReportFailure(),
  });
  return (
    <>
      <div class="line">
        <Badge tone={deliveryTones[delivery.status]}>{say(delivery.status)}</Badge>
        <span class="meta grow">
          {delivery.next_attempt_at === null ? null : (
            <>
              {say('nextAttempt')}: <Time at={delivery.next_attempt_at} />
            </>
          )}
        </span>
        {canWrite ? (
          <Button icon={RotateCcw} busy={redeliver.isPending} onClick={() => redeliver.mutate(delivery.id)}>
            {say('redeliver')}
          </Button>
        ) : null}
      </div>
      {[...delivery.attempt_log].toReversed().map((attempt) => (
        <Attempt key={attempt.attempt} attempt={attempt} />
      ))}
      <h3>{say('sent')}</h3>
      <CodeBox label={say('sent')}>{JSON.stringify(delivery.event, null, 2)}</CodeBox>
    </>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const say = useTexts(webhookTexts);
  const formats = useFormats();
  const isGood = attempt.response_status !== null && attempt.response_status < 300;
  const headers = Object.entries(attempt.response_headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <section class="attempt">
      <div class="line">
        <h3 class="grow">{say('attempt', { count: attempt.attempt })}</h3>
        <Badge tone={isGood ? 'good' : 'bad'}>
          {attempt.response_status === null ? say('failed') : `HTTP ${attempt.response_status}`}
        </Badge>
        <span class="meta">
          {formats.duration(attempt.response_time_ms)} · <Time at={attempt.started_at} />
        </span>
      </div>
      {attempt.response_status === null && attempt.error_message !== null ? (
        <p class="help">{attempt.error_message}</p>
      ) : null}
      {headers.length === 0 && attempt.response_body === null ? null : (
        <details class="more">
          <summary>{say('response')}</summary>
          <CodeBox label={say('response')}>{[...headers, '', attempt.response_body ?? ''].join('\n')}</CodeBox>
        </details>
      )}
    </section>
  );
}
