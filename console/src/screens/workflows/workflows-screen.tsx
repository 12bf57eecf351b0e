import { Route, Switch } from 'wouter';
import './workflows.css';
import { RunPage } from './run/run-page.tsx';
import { WorkflowList } from './workflow-list.tsx';
import { WorkflowPage } from './workflow-page.tsx';

export default function WorkflowsScreen() {
  return (
    <Switch>
      <Route path="/workflows">
        <WorkflowList />
      </Route>
      <Route path="/workflows/:id/runs/:execution">
        {({ id, execution }) => <RunPage key={execution} workflowId={id} executionId={execution} />}
      </Route>
      <Route path="/workflows/:id/:tab?">
        {({ id, tab }) => <WorkflowPage key={id} id={id} tab={tab ?? 'editor'} />}
      </Route>
    </Switch>
  );
}
