import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useTexts } from '../../text/use-texts.ts';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Page } from '../../ui/page.tsx';
import { LinkTabs, toTabLinks } from '../../ui/tabs.tsx';
import { AskBase } from './ask-base.tsx';
import { BaseSettings } from './base-settings.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { SourcesTab } from './sources/sources-tab.tsx';
import { sourceTexts } from './sources/texts.ts';
import { knowledgeTexts } from './texts.ts';

export const baseTabs = ['documents', 'sources', 'ask', 'settings'] as const;
export type BaseTab = (typeof baseTabs)[number];

interface BasePageProps {
  id: string;
  tab: BaseTab;
  document: string | undefined;
}

export function BasePage({ id, tab, document }: BasePageProps) {
  const say = useTexts(knowledgeTexts);
  const base = knowledgeBases.useOne(id);
  return (
    <LoadedPage query={base} title={say('knowledge')} kind="rows">
      {(loaded) => <BaseTabs base={loaded} tab={tab} document={document} />}
    </LoadedPage>
  );
}

function BaseTabs({ base, tab, document }: { base: KnowledgeBase; tab: BaseTab; document: string | undefined }) {
  const say = useTexts(knowledgeTexts);
  const saySource = useTexts(sourceTexts);
  return (
    <Page title={base.name} wide back={{ href: '/knowledge', title: say('knowledge') }}>
      <LinkTabs
        label={base.name}
        tabs={toTabLinks<BaseTab>(`/knowledge/${base.id}`, {
          documents: { title: say('documents'), count: base.document_count },
          sources: { title: saySource('sources') },
          ask: { title: say('ask') },
          settings: { title: say('settings') },
        })}
      />
      {tab === 'sources' ? <SourcesTab base={base} /> : null}
      {tab === 'ask' ? <AskBase base={base} /> : null}
      {tab === 'settings' ? <BaseSettings base={base} /> : null}
      {tab === 'documents' ? <DocumentsTab base={base} opened={document} /> : null}
    </Page>
  );
}
