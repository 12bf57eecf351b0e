import type { ApiKey, IssuedApiKey } from '@portico/shared-types/api/api-keys';
import { Ellipsis, KeyRound } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useApi } from '../../../api/api-context.ts';
import { useCan } from '../../../data/session.ts';
import { apiKeys, useRotate } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { Time } from '../../../ui/time.tsx';
import { useListState, useNewDialog } from '../../../ui/use-list-state.ts';
import { PartHead } from '../part-head.tsx';
import { CreateKey } from './create-key.tsx';
import { keyTexts } from './texts.ts';
import './keys.css';

type Asking = { readonly act: 'rotate' | 'revoke'; readonly key: ApiKey };

export default function KeysPart() {
  const say = useTexts(keyTexts);
  const canWrite = useCan('api-keys:write');
  const { page, search } = useListState();
  const list = apiKeys.useList({ page, search });
  const revoke = apiKeys.useRemove();
  const rotate = useRotate<IssuedApiKey>(apiKeys.key, '/api/v1/api-keys', 'rotate');
  const [isCreating, setCreating] = useNewDialog();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [secret, setSecret] = useState<string>();
  const confirm = async () => {
    if (asking?.act === 'revoke') await revoke.mutateAsync(asking.key.id);
    if (asking?.act === 'rotate') setSecret((await rotate.mutateAsync(asking.key.id)).key);
  };
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/keys#scopes">
        {canWrite ? <CreateButton label={say('create')} onClick={() => setCreating(true)} /> : null}
      </PartHead>
      <FoundList query={list} empty={<EmptyState icon={KeyRound} title={say('emptyTitle')} />}>
        {(rows) => (
          <DataTable
            label={say('keys')}
            rows={rows}
            columns={[
              { title: say('name'), render: ({ name }) => <span dir="auto">{name}</span> },
              { title: say('state'), render: (key) => <KeyState apiKey={key} /> },
              { title: say('scopes'), render: ({ scopes }) => <Scopes scopes={scopes} /> },
              {
                title: say('lastUsed'),
                render: ({ last_used_at: at }) => (at === null ? say('never') : <Time at={at} />),
              },
              {
                title: say('expires'),
                render: ({ expires_at: at }) => (at === null ? '–' : <Time at={at} />),
              },
              { title: say('created'), render: ({ created_at: at }) => <Time at={at} /> },
            ]}
            renderActions={(key) =>
              canWrite && key.revoked_at === null ? (
                <KeyMenu apiKey={key} onAct={(act) => setAsking({ act, key })} />
              ) : null
            }
          />
        )}
      </FoundList>
      {isCreating && canWrite ? <CreateKey onClose={() => setCreating(false)} onCreated={setSecret} /> : null}
      <SecretDialog title={say('theKey')} secret={secret} onClose={() => setSecret(undefined)} />
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={say(asking?.act === 'rotate' ? 'rotateTitle' : 'revokeTitle', { name: asking?.key.name ?? '' })}
        text={say(asking?.act === 'rotate' ? 'rotateText' : 'revokeText')}
        action={say(asking?.act ?? 'revoke')}
        onConfirm={confirm}
      />
    </div>
  );
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const say = useTexts(keyTexts);
  return (
    <details class="more">
      <summary>{say('scopeCount', { count: scopes.length })}</summary>
      <ul class="key-scopes" dir="ltr">
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function KeyMenu({ apiKey, onAct }: { apiKey: ApiKey; onAct: (act: Asking['act']) => void }) {
  const say = useTexts(keyTexts);
  const sayUi = useTexts(uiTexts);
  const isExpired = useIsExpired(apiKey);
  return (
    <Menu trigger={<IconButton label={sayUi('more')} icon={Ellipsis} />}>
      {isExpired ? null : <MenuItem onSelect={() => onAct('rotate')}>{say('rotate')}</MenuItem>}
      <MenuItem danger onSelect={() => onAct('revoke')}>
        {say('revoke')}
      </MenuItem>
    </Menu>
  );
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const say = useTexts(keyTexts);
  const isExpired = useIsExpired(apiKey);
  if (apiKey.revoked_at !== null) return <Badge tone="bad">{say('revoked')}</Badge>;
  return isExpired ? <Badge tone="wait">{say('expired')}</Badge> : <Badge tone="good">{say('valid')}</Badge>;
}

function useIsExpired({ expires_at: at }: ApiKey): boolean {
  const api = useApi();
  const [now] = useState(() => api.now());
  return at !== null && Date.parse(at) < now;
}
