import type { IssuedTrigger, Trigger } from '@portico/shared-types/api/triggers';
import { KeyRound, Pencil, Timer, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useNamed } from '../../../data/resource.ts';
import { useCan } from '../../../data/session.ts';
import { triggers, useRotate } from '../../../data/settings.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useListState, useNewDialog } from '../../../ui/use-list-state.ts';
import { PartHead } from '../part-head.tsx';
import { CreateTrigger } from './create-trigger.tsx';
import { EditTrigger } from './edit-trigger.tsx';
import { Fired } from './fired.tsx';
import { triggerTexts } from './texts.ts';
import { TriggerSecret } from './trigger-secret.tsx';
import { TriggerSwitch } from './trigger-switch.tsx';

type Asking = { readonly act: 'newSecret' | 'deleteAction'; readonly trigger: Trigger };

export default function TriggersPart() {
  const say = useTexts(triggerTexts);
  const canWrite = useCan('triggers:write');
  const { page, search, query, setOpen } = useListState();
  const list = triggers.useList({ page, search });
  const remove = triggers.useRemove();
  const { nameOf } = useNamed(workflows, 'workflows:read');
  const { data: known = [] } = workflows.useAll({ enabled: useCan('workflows:read') });
  const [isCreating, setCreating] = useNewDialog();
  const rotate = useRotate<IssuedTrigger>(triggers.key, '/api/v1/triggers', 'rotate-secret');
  const [asking, setAsking] = useState<Asking | null>(null);
  const [issued, setIssued] = useState<IssuedTrigger['webhook']>(null);
  const confirm = async () => {
    if (asking?.act === 'newSecret') setIssued((await rotate.mutateAsync(asking.trigger.id)).webhook);
    if (asking?.act === 'deleteAction') await remove.mutateAsync(asking.trigger.id);
  };
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/triggers">
        {canWrite ? <CreateButton label={say('create')} onClick={() => setCreating(true)} /> : null}
      </PartHead>
      <FoundList query={list} empty={<EmptyState icon={Timer} title={say('emptyTitle')} />}>
        {(rows) => (
          <DataTable
            label={say('triggers')}
            rows={rows}
            columns={[
              { title: say('name'), render: ({ name }) => <bdi>{name}</bdi> },
              { title: say('workflow'), render: ({ workflow_id: id }) => <bdi>{nameOf(id)}</bdi> },
              { title: say('kind'), render: (trigger) => <TriggerKind trigger={trigger} /> },
              {
                title: say('lastFired'),
                render: (trigger) => (
                  <Fired trigger={trigger} workflow={known.find(({ id }) => id === trigger.workflow_id)} />
                ),
              },
              {
                title: say('enabled'),
                render: (trigger) => <TriggerSwitch trigger={trigger} disabled={!canWrite} />,
              },
            ]}
            renderActions={(trigger) =>
              canWrite ? (
                <>
                  <IconButton
                    label={say('edit', { name: trigger.name })}
                    icon={Pencil}
                    onClick={() => setOpen('trigger', trigger.id)}
                  />
                  {trigger.webhook === null ? null : (
                    <IconButton
                      label={`${say('newSecret')}: ${trigger.name}`}
                      icon={KeyRound}
                      onClick={() => setAsking({ act: 'newSecret', trigger })}
                    />
                  )}
                  <IconButton
                    label={`${say('deleteAction')}: ${trigger.name}`}
                    icon={Trash2}
                    onClick={() => setAsking({ act: 'deleteAction', trigger })}
                  />
                </>
              ) : null
            }
          />
        )}
      </FoundList>
      <CreateTrigger isOpen={isCreating && canWrite} onClose={() => setCreating(false)} />
      {canWrite && query['trigger'] !== undefined ? (
        <EditTrigger
          key={query['trigger']}
          id={query['trigger']}
          listed={list.data?.data.find(({ id }) => id === query['trigger'])}
          onClose={() => setOpen('trigger', '')}
        />
      ) : null}
      <TriggerSecret issued={issued} onClose={() => setIssued(null)} />
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={say(asking?.act === 'newSecret' ? 'newSecretTitle' : 'deleteTitle', {
          name: asking?.trigger.name ?? '',
        })}
        text={say(textOf(asking))}
        action={say(asking?.act ?? 'deleteAction')}
        onConfirm={confirm}
      />
    </div>
  );
}

function textOf(asking: Asking | null) {
  if (asking?.act === 'newSecret') return 'newSecretText';
  return asking?.trigger.type === 'webhook' ? 'deleteAddressText' : 'deleteText';
}

function TriggerKind({ trigger }: { trigger: Trigger }) {
  const say = useTexts(triggerTexts);
  const detail =
    trigger.schedule === null ? trigger.webhook?.url : `${trigger.schedule.cron} ${trigger.schedule.timezone}`;
  return (
    <span title={detail}>
      {say(trigger.type)} {trigger.schedule === null ? null : <code dir="ltr">{trigger.schedule.cron}</code>}
    </span>
  );
}
