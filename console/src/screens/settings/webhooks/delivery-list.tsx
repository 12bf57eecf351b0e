import { useLocation } from 'wouter';
import { useDeliveries } from '../../../data/deliveries.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { Time } from '../../../ui/time.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { deliveryTones } from './delivery-tones.ts';
import { webhookTexts } from './texts.ts';
import { useAddresses } from '../../../ui/use-addresses.ts';

const states = ['pending', 'success', 'retrying', 'failed'] as const;

export function DeliveryList({ webhookId, opened }: { webhookId: string; opened: string | undefined }) {
  const say = useTexts(webhookTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { query, page, setPage, setFilter } = useListState();
  const { status = '' } = query;
  const list = useDeliveries(webhookId, { page, status });
  const addressOf = useAddresses(`/settings/webhooks/${webhookId}`);
  return (
    <section class="stack" aria-label={say('deliveries')}>
      <h3>{say('deliveries')}</h3>
      <div class="toolbar">
        <ChoiceFilter
          label={say('result')}
          options={states.map((value) => ({ value, label: say(value) }))}
          value={status}
          onValue={(value) => setFilter('status', value)}
        />
      </div>
      <Loaded query={list} skeleton={<Skeleton kind="rows" />}>
        {({ data, pagination }) =>
          data.length === 0 && status === '' ? (
            <p class="soft">{say('noDeliveries')}</p>
          ) : (
            <>
              {data.length === 0 ? <p class="soft">{sayUi('noneFound')}</p> : null}
              <DataTable
                label={say('deliveries')}
                rows={data}
                current={opened}
                href={({ id }) => addressOf(id)}
                columns={[
                  { title: say('event'), render: ({ event_type: type }) => <bdi>{type}</bdi> },
                  {
                    title: say('result'),
                    render: ({ status, response_status: code, error_message: reason }) => (
                      <span class="line" title={reason ?? ''}>
                        <Badge tone={deliveryTones[status]}>{say(status)}</Badge>
                        {code === null ? null : <span class="meta">HTTP {code}</span>}
                      </span>
                    ),
                  },
                  { title: say('attempts'), align: 'end', render: ({ attempts }) => formats.number(attempts) },
                  {
                    title: say('time'),
                    align: 'end',
                    render: ({ response_time_ms: time }) => (time === null ? '–' : formats.duration(time)),
                  },
                  { title: say('when'), render: ({ created_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {opened === undefined ? null : (
        <DeliveryPanel webhookId={webhookId} id={opened} onClose={() => navigate(addressOf())} />
      )}
    </section>
  );
}
