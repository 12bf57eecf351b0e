import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import { BaseList } from './base-list.tsx';
import { BasePage, baseTabs, type BaseTab } from './base-page.tsx';
import { SourcePage, sourceTabs, type SourceTab } from './sources/source-page.tsx';
import './knowledge.css';
import './sources/sources.css';

const basePath = withTabs('/knowledge/:id', baseTabs);
const sourcePath = withTabs('/knowledge/:id/sources/:source', sourceTabs);

export default function KnowledgeScreen() {
  return (
    <Switch>
      <Route path="/knowledge">
        <BaseList />
      </Route>
      <Route path="/knowledge/:id/documents/:document">
        {({ id, document }) => <BasePage key={id} id={id} tab="documents" document={document} />}
      </Route>
      <Route<TabParams<SourceTab> & { readonly source: string }> path={sourcePath}>
        {({ id, source, tab = 'pages' }) => <SourcePage key={source} baseId={id} id={source} part={tab} />}
      </Route>
      <Route<TabParams<BaseTab>> path={basePath}>
        {({ id, tab = 'documents' }) => <BasePage key={id} id={id} tab={tab} document={undefined} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
