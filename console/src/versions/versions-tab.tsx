import type { ActorReference } from '@portico/shared-types/api/people';
import { RotateCcw } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useRestoreVersion, useVersions, type VersionedResource } from '../data/versions.ts';
import type { Values } from '../form/changes.ts';
import type { Text } from '../text/texts.ts';
import { useTexts } from '../text/use-texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Pager } from '../ui/pager.tsx';
import { Loaded, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useToaster } from '../ui/toaster.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { Diff } from './diff.tsx';
import { versionTexts } from './texts.ts';
import './versions.css';

interface SavedVersion {
  readonly version: number;
  readonly created_at: string;
  readonly actor: ActorReference;
}

interface VersionEntryContext {
  /** The item as it is saved now. */
  current: Values & { readonly id: string };
  canWrite: boolean;
  fieldTitles: ReadonlyMap<string, Text>;
  /** Fields that no version keeps. */
  unkept?: readonly string[];
}

interface VersionsTabProps<Version> extends VersionEntryContext {
  help: string;
  resource: VersionedResource<Version>;
}

/** The saved versions of an item, newest first, each with its changes and a way to restore it. */
export function VersionsTab<Version extends SavedVersion>({ help, resource, ...shared }: VersionsTabProps<Version>) {
  const say = useTexts(versionTexts);
  const { page, setPage } = useListState();
  const { id } = shared.current;
  const list = useVersions(resource, id, { page });
  const restore = useRestoreVersion(resource, id);
  return (
    <div class="stack">
      <p class="soft">{help}</p>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) => (
          <>
            <ol class="stack" aria-label={say('versions')}>
              {data.map((version, at) => (
                <VersionEntry
                  key={version.version}
                  {...shared}
                  restore={restore.mutateAsync}
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

type Restore = (version: number) => Promise<unknown>;

interface VersionEntryProps extends VersionEntryContext {
  restore: Restore;
  version: SavedVersion & { readonly saved: Values };
  before: { readonly saved: Values } | undefined;
  isCurrent: boolean;
}

function VersionEntry({ version, before, isCurrent, current, canWrite, restore, ...diff }: VersionEntryProps) {
  const say = useTexts(versionTexts);
  const number = version.version;
  return (
    <li class="card version">
      <div class="line">
        <h2>{say('version', { number })}</h2>
        {isCurrent ? <Badge tone="good">{say('current')}</Badge> : null}
        <span class="meta grow">
          <bdi>{version.actor.name}</bdi> · <Time at={version.created_at} />
        </span>
        {isCurrent || !canWrite ? null : <RestoreButton number={number} restore={restore} />}
      </div>
      {number === 1 ? <p class="soft">{say('first')}</p> : null}
      {before === undefined ? null : (
        <Diff {...diff} title={say('comparedBefore')} before={before.saved} after={version.saved} isOpen={isCurrent} />
      )}
      {isCurrent ? null : <Diff {...diff} title={say('comparedNow')} before={current} after={version.saved} />}
    </li>
  );
}

function RestoreButton({ number, restore }: { number: number; restore: Restore }) {
  const say = useTexts(versionTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await restore(number);
      toaster.done(say('restored', { number }));
    } catch (error) {
      toaster.failed(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={RotateCcw} busy={isBusy} onClick={() => void start()}>
      {say('restore')}
      <span class="visually-hidden">: {say('version', { number })}</span>
    </Button>
  );
}
