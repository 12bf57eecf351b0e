import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import { BaseList } from './base-list.tsx';
import { BasePage } from './base-page.tsx';
import { SourcePage } from './sources/source-page.tsx';
import './knowledge.css';
import './sources/sources.css';

const basePath = withTabs('/knowledge/:id', ['documents', 'sources', 'ask', 'settings']);
const sourcePath = withTabs('/knowledge/:id/sources/:source', ['pages', 'changes', 'settings']);

export default function KnowledgeScreen() {
  return (
    <Switch>
      <Route path="/knowledge">
        <BaseList />
      </Route>
      <Route path="/knowledge/:id/documents/:document">
        {({ id, document }) => <BasePage key={id} id={id} tab="documents" document={document} />}
      </Route>
      <Route<TabParams & { readonly source: string }> path={sourcePath}>
        {({ id, source, tab = 'pages' }) => <SourcePage key={source} baseId={id} id={source} part={tab} />}
      </Route>
      <Route<TabParams> path={basePath}>
        {({ id, tab = 'documents' }) => <BasePage key={id} id={id} tab={tab} document={undefined} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
