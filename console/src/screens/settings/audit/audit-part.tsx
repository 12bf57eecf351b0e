import { X } from 'lucide-react';
import { useAuditLog } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { ExportLink } from '../../../ui/export-link.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PeriodFields } from '../../../ui/period-fields.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { usePeriodQuery } from '../../../ui/use-period-query.ts';
import { useListState } from '../../../ui/use-list-state.ts';
import { PartHead } from '../part-head.tsx';
import { actionTexts, nameAction } from './action-name.ts';
import { AuditPanel, auditAddress } from './audit-panel.tsx';
import { auditTexts } from './texts.ts';

const changed = [
  'agent',
  'api_key',
  'chat_interface',
  'form_interface',
  'knowledge_base',
  'member',
  'persona',
  'source',
  'trigger',
  'webhook',
  'workflow',
  'workspace',
].flatMap((kind) => [`${kind}.created`, `${kind}.updated`, `${kind}.deleted`]);
const actions = [
  ...changed,
  'api_key.rotated',
  'conversation.accepted',
  'export.created',
  'invitation.created',
  'invitation.deleted',
  'oauth_grant.created',
  'oauth_grant.deleted',
  'session.created',
  'session.ended',
  'session.failed',
  'submission.deleted',
  'visitor.erased',
];

export default function AuditPart() {
  const say = useTexts(auditTexts);
  const sayAction = useTexts(actionTexts);
  const { query, page, setPage, setFilter, setOpen } = useListState();
  const { action = '', from = '', to = '', actor = '', resource_id: resource = '', entry: opened } = query;
  const { period, isKnown } = usePeriodQuery(query);
  const filters = { action, ...period, actor, resource_id: resource };
  const log = useAuditLog({ page, ...filters }, isKnown);
  const [first] = log.data?.data ?? [];
  const open = log.data?.data.find(({ id }) => id === opened);
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/people#audit-log" />
      <div class="toolbar">
        <Field label={say('action')}>
          {(links) => (
            <Select
              {...links}
              value={action}
              onValue={(value) => setFilter('action', value)}
              options={[
                { value: '', label: say('anything') },
                ...actions
                  .map((value) => ({ value, label: nameAction(value, sayAction) }))
                  .toSorted((one, other) => one.label.localeCompare(other.label)),
              ]}
            />
          )}
        </Field>
        <PeriodFields from={from} to={to} onFilter={setFilter} />
        {actor === '' ? null : (
          <Button icon={X} class="toolbar-low" title={say('removeFilter')} onClick={() => setFilter('actor', '')}>
            <bdi>{say('by', { name: first?.actor.name ?? actor })}</bdi>
          </Button>
        )}
        {resource === '' ? null : (
          <Button icon={X} class="toolbar-low" title={say('removeFilter')} onClick={() => setFilter('resource_id', '')}>
            <bdi>{say('on', { name: first?.resource.name ?? resource })}</bdi>
          </Button>
        )}
        <ExportLink path="/api/v1/audit-log/export" filters={filters} />
      </div>
      <Loaded query={log} skeleton={<Skeleton kind="rows" lines={8} />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <p class="soft">{say('nothing')}</p> : null}
            <DataTable
              label={say('log')}
              rows={data}
              current={opened}
              href={({ id }) => auditAddress({ ...query, entry: id })}
              columns={[
                {
                  title: say('what'),
                  render: (entry) => nameAction(entry.action, sayAction),
                },
                { title: say('thing'), render: ({ resource }) => <bdi>{resource.name ?? resource.id}</bdi> },
                { title: say('who'), render: ({ actor }) => <bdi>{actor.name}</bdi> },
                { title: say('when'), render: ({ at }) => <Time at={at} /> },
              ]}
            />
            <Pager pagination={pagination} onPage={setPage} />
          </>
        )}
      </Loaded>
      {open === undefined ? null : <AuditPanel entry={open} onClose={() => setOpen('entry', '')} />}
    </div>
  );
}
