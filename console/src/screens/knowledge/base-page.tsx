import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useTexts } from '../../text/use-texts.ts';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Page } from '../../ui/page.tsx';
import { LinkTabs } from '../../ui/tabs.tsx';
import { AskBase } from './ask-base.tsx';
import { BaseSettings } from './base-settings.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { SourcesTab } from './sources/sources-tab.tsx';
import { sourceTexts } from './sources/texts.ts';
import { knowledgeTexts } from './texts.ts';

interface BasePageProps {
  id: string;
  tab: string;
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

function BaseTabs({ base, tab, document }: { base: KnowledgeBase; tab: string; document: string | undefined }) {
  const say = useTexts(knowledgeTexts);
  const saySource = useTexts(sourceTexts);
  const path = `/knowledge/${base.id}`;
  return (
    <Page title={base.name} wide back={{ href: '/knowledge', title: say('knowledge') }}>
      <LinkTabs
        label={base.name}
        tabs={[
          { href: path, title: say('documents'), count: base.document_count },
          { href: `${path}/sources`, title: saySource('sources') },
          { href: `${path}/ask`, title: say('ask') },
          { href: `${path}/settings`, title: say('settings') },
        ]}
      />
      {tab === 'sources' ? <SourcesTab base={base} /> : null}
      {tab === 'ask' ? <AskBase base={base} /> : null}
      {tab === 'settings' ? <BaseSettings base={base} /> : null}
      {tab === 'documents' ? <DocumentsTab base={base} opened={document} /> : null}
    </Page>
  );
}
