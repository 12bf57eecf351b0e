import { Route, Switch } from 'wouter';
import { BaseList } from './base-list.tsx';
import { BasePage } from './base-page.tsx';
import { SourcePage } from './sources/source-page.tsx';
import './knowledge.css';
import './sources/sources.css';

export default function KnowledgeScreen() {
  return (
    <Switch>
      <Route path="/knowledge">
        <BaseList />
      </Route>
      <Route path="/knowledge/:id/documents/:document">
        {({ id, document }) => <BasePage key={id} id={id} tab="documents" document={document} />}
      </Route>
      <Route path="/knowledge/:id/sources/:source/:part?">
        {({ id, source, part }) => <SourcePage key={source} baseId={id} id={source} part={part ?? 'pages'} />}
      </Route>
      <Route path="/knowledge/:id/:tab?">
        {({ id, tab }) => <BasePage key={id} id={id} tab={tab ?? 'documents'} document={undefined} />}
      </Route>
    </Switch>
  );
}
