import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import './workflows.css';
import { RunPage } from './run/run-page.tsx';
import { WorkflowList } from './workflow-list.tsx';
import { WorkflowPage } from './workflow-page.tsx';
import { workflowTabs, type WorkflowTab } from './workflow-tabs.tsx';

const workflowPath = withTabs('/workflows/:id', workflowTabs);

export default function WorkflowsScreen() {
  return (
    <Switch>
      <Route path="/workflows">
        <WorkflowList />
      </Route>
      <Route path="/workflows/:id/runs/:execution">
        {({ id, execution }) => <RunPage key={execution} workflowId={id} executionId={execution} />}
      </Route>
      <Route<TabParams<WorkflowTab>> path={workflowPath}>
        {({ id, tab = 'editor' }) => <WorkflowPage key={id} id={id} tab={tab} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
