import type { Source } from '@portico/shared-types/api/sources';
import { useMemo } from 'preact/hooks';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { useLiveRun } from '../../../data/live-run.ts';
import { useCan } from '../../../data/session.ts';
import { useRuns, useSource, useReadSource, useUpdateSource } from '../../../data/sources.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { LinkTabs, toTabLinks } from '../../../ui/tabs.tsx';
import { ChangesPart } from './changes-part.tsx';
import { nameOf } from './name-of.ts';
import { PagesPart } from './pages-part.tsx';
import { RunActions } from './run-actions.tsx';
import { RunState } from './run-state.tsx';
import { SourceSettings } from './source-settings.tsx';
import { sourceTexts } from './texts.ts';

export const sourceTabs = ['pages', 'changes', 'settings'] as const;
export type SourceTab = (typeof sourceTabs)[number];

interface SourcePageProps {
  baseId: string;
  id: string;
  part: SourceTab;
}

export function SourcePage({ baseId, id, part }: SourcePageProps) {
  const say = useTexts(sourceTexts);
  const source = useSource(baseId, id);
  return (
    <LoadedPage query={source} title={say('sources')} wide kind="rows">
      {(loaded) => <SourceParts source={loaded} part={part} />}
    </LoadedPage>
  );
}

function SourceParts({ source, part }: { source: Source; part: SourceTab }) {
  const say = useTexts(sourceTexts);
  const canWrite = useCan('knowledge-bases:write');
  const base = knowledgeBases.useOne(source.knowledge_base_id);
  const update = useUpdateSource(source.knowledge_base_id, source.id);
  const read = useReadSource(source.knowledge_base_id, source.id);
  const runs = useRuns(source);
  const newest = runs.data?.data[0];
  const counts = useLiveRun(source, newest);
  const basePath = `/knowledge/${source.knowledge_base_id}/sources`;
  const saved = useMemo(() => settingsOf(source), [source]);
  return (
    <Page
      title={nameOf(source)}
      wide
      back={{ href: basePath, title: base.data?.name ?? say('sources') }}
      actions={canWrite ? <RunActions source={source} /> : undefined}
    >
      <RunState source={source} counts={counts} />
      <LinkTabs
        label={nameOf(source)}
        tabs={toTabLinks<SourceTab>(`${basePath}/${source.id}`, {
          pages: { title: say('pages'), count: source.counts.pages },
          changes: { title: say('changes') },
          settings: { title: say('settings') },
        })}
      />
      {/* One form around its parts: a click on the tree and a typed rule change the same lists. */}
      <DraftForm
        name={`sources/${source.id}`}
        saved={saved}
        save={async (changes) => settingsOf(await update.mutateAsync(changes))}
        read={async () => settingsOf(await read())}
        readOnly={!canWrite}
      >
        {part === 'pages' ? <PagesPart source={source} /> : null}
        {part === 'changes' ? <ChangesPart source={source} runs={runs} /> : null}
        {part === 'settings' ? <SourceSettings source={source} /> : null}
      </DraftForm>
    </Page>
  );
}

/** The editable fields. The others change while a source runs, and never count as unsaved input. */
function settingsOf(source: Source) {
  const { url, urls, include, exclude, refresh, headers } = source;
  const { max_pages, max_depth, css_include, css_exclude, respect_robots } = source;
  return {
    ...(source.type === 'urls' ? { urls } : { url }),
    include,
    exclude,
    refresh,
    headers,
    max_pages,
    max_depth,
    css_include,
    css_exclude,
    respect_robots,
  };
}
