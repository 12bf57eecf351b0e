import type { Agent } from '@portico/shared-types/api/agents';
import type { AgentVersion } from '@portico/shared-types/api/versions';
import { RotateCcw } from 'lucide-react';
import { useCan } from '../../../data/session.ts';
import { useRestore, useVersions } from '../../../data/versions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { Diff } from './diff.tsx';
import { versionTexts } from './texts.ts';

/** The saved versions of an agent, each with its changes and a way to restore it. */
export function VersionsTab({ agent }: { agent: Agent }) {
  const say = useTexts(versionTexts);
  const { page, setPage } = useListState();
  const list = useVersions(agent.id, { page });
  return (
    <div class="stack">
      <p class="soft">{say('help')}</p>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) => (
          <>
            <ol class="stack" aria-label={say('versions')}>
              {data.map((version, at) => (
                <VersionEntry
                  key={version.version}
                  agent={agent}
                  version={version}
                  before={data[at + 1]}
                  isCurrent={page === 1 && at === 0}
                />
              ))}
            </ol>
            <Pager pagination={pagination} onPage={setPage} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface VersionEntryProps {
  agent: Agent;
  version: AgentVersion;
  before: AgentVersion | undefined;
  isCurrent: boolean;
}

function VersionEntry({ agent, version, before, isCurrent }: VersionEntryProps) {
  const say = useTexts(versionTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const canWrite = useCan('agents:write');
  const restore = useRestore(agent.id);
  const number = version.version;
  return (
    <li class="card version">
      <div class="line">
        <h2>{say('version', { number })}</h2>
        {isCurrent ? <Badge tone="good">{say('current')}</Badge> : null}
        <span class="meta grow">
          <bdi>{version.actor.name}</bdi> · <Time at={version.created_at} />
        </span>
        {isCurrent || !canWrite ? null : (
          <Button
            icon={RotateCcw}
            busy={restore.isPending}
            onClick={() =>
              restore.mutate(number, {
                onSuccess: () => toaster.done(say('restored', { number })),
                onError: (error) => toaster.failed(explain(error)),
              })
            }
          >
            {say('restore')}
            <span class="visually-hidden">: {say('version', { number })}</span>
          </Button>
        )}
      </div>
      {number === 1 ? <p class="soft">{say('first')}</p> : null}
      {before === undefined ? null : (
        <Diff title={say('comparedBefore')} before={before.agent} after={version.agent} isOpen={isCurrent} />
      )}
      {isCurrent ? null : <Diff title={say('comparedNow')} before={agent} after={version.agent} />}
    </li>
  );
}
