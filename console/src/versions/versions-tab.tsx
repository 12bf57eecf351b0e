import type { ActorReference } from '@portico/shared-types/api/people';
import type { Pagination } from '@portico/shared-types/envelope';
import { RotateCcw } from 'lucide-react';
import { useState } from 'preact/hooks';
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
import { Diff } from './diff.tsx';
import { versionTexts } from './texts.ts';
import './versions.css';

/** A saved version of any kind of item. */
export interface Version {
  readonly version: number;
  readonly created_at: string;
  readonly actor: ActorReference;
  readonly saved: Values;
}

interface VersionsTabProps {
  help: string;
  list: { data: { data: Version[]; pagination: Pagination } | undefined; error: unknown; refetch: () => unknown };
  page: number;
  onPage: (page: number) => void;
  /** The item as it is saved now. */
  current: Values;
  canWrite: boolean;
  restore: (version: number) => Promise<unknown>;
  fieldTitles: ReadonlyMap<string, Text>;
  /** Fields that no version keeps. */
  unkept?: readonly string[];
}

/** The saved versions of an item, newest first, each with its changes and a way to restore it. */
export function VersionsTab({ help, list, page, onPage, ...shared }: VersionsTabProps) {
  const say = useTexts(versionTexts);
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
                  version={version}
                  before={data[at + 1]}
                  isCurrent={page === 1 && at === 0}
                />
              ))}
            </ol>
            <Pager pagination={pagination} onPage={onPage} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface VersionEntryProps extends Pick<
  VersionsTabProps,
  'current' | 'canWrite' | 'restore' | 'fieldTitles' | 'unkept'
> {
  version: Version;
  before: Version | undefined;
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

function RestoreButton({ number, restore }: { number: number; restore: VersionsTabProps['restore'] }) {
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
